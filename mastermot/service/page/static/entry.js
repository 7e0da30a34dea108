// The entry of a guess: holes that fill as one types or taps, the colours as buttons.

import { all, h, t } from "./core.js";
import { keepFocus, write } from "./keys.js";
import { symbols } from "./games.js";
import { colourOf, tiles } from "./pieces.js";

/**
 * Return the holes of a code, filled as it is typed or tapped; letters that are given stand there before.
 * @param {HTMLInputElement} input
 * @param {{length: number, pattern: string | null, colours: boolean}} code
 */
export function holes(input, { length, pattern, colours }) {
  const row = h("p", { class: "holes", "aria-hidden": "true" });
  const fill = () => {
    const code = [...input.value.replace(/\s/g, "").toUpperCase()].slice(0, length).join("");
    row.replaceChildren(tiles(code.padEnd(length, "\u00a0"), { size: "large", colours }));
    for (const [place, tile] of all(row, ".tile").entries()) {
      const given = pattern?.[place] ?? ".";
      if (code[place] || given === ".") continue;
      tile.textContent = given;
      tile.classList.add("given");
    }
    row.classList.toggle("too-long", [...input.value.trim()].length > length);
  };
  input.addEventListener("input", fill);
  fill();
  return row;
}

/**
 * Return the colours as buttons that write their letter.
 * @param {HTMLInputElement} input
 * @param {import("./games.js").Game} game
 * @param {number} length
 */
export function palette(input, game, length) {
  return h("div", { class: "palette", role: "group", "aria-label": t("colours"), onpointerdown: keepFocus }, [
    symbols(game).map((letter) =>
      h("button", {
        class: "tile",
        "data-colour": colourOf(letter),
        "aria-label": t("add_colour", { letter }),
        onclick: () => input.value.length < length && write(input, input.value + letter),
      }, letter),
    ),
  ]);
}
