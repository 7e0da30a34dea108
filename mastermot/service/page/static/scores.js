// My results: the streak, the times, and a file to keep them in.

import { h, number, t, tn } from "./core.js";
import { dayOf } from "./early.js";
import { clockText } from "./master.js";
import { BARS, exported, imported, results, streak } from "./store.js";

const today = () => dayOf(new Date());
/**
 * Draw the streak and the times as cards, and the ways to save them.
 * @param {HTMLElement} place
 * @param {boolean} ended whether the puzzle on the screen is ended: its results are then open
 * @param {() => Promise<void>} show shows the puzzle on the screen anew
 */
export function drawScores(place, ended, show) {
  const { won, alone, best, bars } = results();
  const days = streak(today());
  const most = Math.max(...bars, 1);
  const cards = [
    [number(won), tn("card_found", won)],
    [number(days), tn("card_streak", days)],
    [number(alone), t("card_alone")],
    [best === null ? "–" : clockText(best), t("card_best")],
  ].map(([value, label]) => h("li", {}, h("b", {}, value), h("span", {}, label)));
  const rows = bars.map((count, index) => {
    const bar = h("div", { class: "bar", "aria-hidden": "true" });
    bar.style.width = `${(100 * count) / most}%`;
    const row = h("th", { scope: "row" }, barLabel(index));
    return h("tr", {}, row, h("td", {}, count ? bar : ""), h("td", { class: "count" }, number(count)));
  });
  const file = h("input", {
    type: "file",
    accept: "application/json,.json",
    id: "today-file",
    class: "said",
    tabindex: -1,
    "aria-hidden": "true",
    onchange: (event) => takeFile(event, place, show),
  });
  const save = h("button", { class: "quiet", onclick: saveFile }, t("export"));
  const take = h("button", { class: "quiet", onclick: () => file.click() }, t("import"));
  const open = won > 0 && (ended || Boolean(place.querySelector("details")?.open));
  place.replaceChildren(
    h(
      "details",
      { open },
      h("summary", {}, days ? `${t("scores")} · ${tn("streak", days)}` : t("scores")),
      h("ul", { class: "cards" }, cards),
      h("table", { class: "sizes times", "aria-label": t("times") }, h("tbody", {}, rows)),
      h("p", { class: "actions minor" }, save, take, file),
      h("p", { class: "small" }, t("kept_here")),
      place.dataset.note ? h("p", { class: "small", role: "status" }, place.dataset.note) : null,
    ),
  );
}

/**
 * Return the minutes of a bar of the histogram: under 2, 2–5, 20 or more.
 * @param {number} index
 */
function barLabel(index) {
  if (!index) return t("minutes_under", { count: number(BARS[0]) });
  if (index === BARS.length) return t("minutes_over", { count: number(BARS[index - 1]) });
  return t("minutes_between", { least: number(BARS[index - 1]), most: number(BARS[index]) });
}

function saveFile() {
  const content = new Blob([exported()], { type: "application/json" });
  const link = h("a", { href: URL.createObjectURL(content), download: `master-mot-${today()}.json` });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @type {(event: Event, place: HTMLElement, show: () => Promise<void>) => Promise<void>} */
async function takeFile(event, place, show) {
  const chosen = /** @type {HTMLInputElement} */ (event.currentTarget).files?.[0];
  if (!chosen) return;
  const count = imported(await chosen.text());
  place.dataset.note = count === null ? t("import_failed") : tn("imported", count);
  await show();
}
