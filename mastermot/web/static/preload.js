// Has the modules of the task that the address names fetched. The service puts it into the page itself, before all else.

{
  /** @type {Record<string, string[]>} */
  const modules = JSON.parse(document.querySelector("meta[name=modules]")?.getAttribute("content") ?? "{}");
  const view = location.hash.slice(1).split("?")[0];
  for (const module of Object.hasOwn(modules, view) ? modules[view] : modules.today) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/static/${module}.js`;
    document.head.append(link);
  }
}
