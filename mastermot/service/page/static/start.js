// The first page of a folder of plain files (mastermot site) leads to the one in the reader's language. A page that was
// opened from a disk loads no module, and stays.

const links = [...document.querySelectorAll("a[hreflang]")];
const pages = new Map(links.map((link) => [link.getAttribute("hreflang"), link]));
const asked = new URLSearchParams(location.search).get("lang");
const wanted = [asked, ...navigator.languages.map((one) => one.slice(0, 2)), "en"].find((one) => pages.has(one));
location.replace(`${pages.get(wanted ?? "en")?.getAttribute("href")}${location.hash}`);
