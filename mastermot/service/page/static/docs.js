// Sends the examples of the page about the API as they stand in their fields, and shows what they get.

let token = "TOKEN"; // of the last game: the examples go on with it

for (const form of document.forms) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const [path, body] = form.querySelectorAll("input, textarea");
  const shown = document.createElement("pre");
  shown.tabIndex = 0;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (body) body.value = body.value.replace('"TOKEN"', `"${token}"`);
    const headers = { "Content-Type": "application/json" };
    const sent = fetch(path.value, body && { method: "POST", headers, body: body.value });
    const answer = await sent.catch((error) => new Response(String(error)));
    const text = await answer.text();
    shown.textContent = `${answer.status}\n${text}`;
    form.lastElementChild?.replaceChildren(shown);
    token = text.match(/"token":"([^"]*)/)?.[1] ?? token;
  });
}
