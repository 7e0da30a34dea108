// Rows of digits to choose from, and the keys of keyboards that have digits only with Shift.

import { h, number } from "./core.js";

let groups = 0;

/**
 * Return a row of numbers from 0 to `most`, one of which is chosen by a tap, the arrows or its digit.
 * @param {string} label
 * @param {number} most
 * @param {number | null} chosen
 * @param {(value: number, onward: boolean) => void} choose `onward` when a digit was tapped or typed, not walked to
 */
export function digits(label, most, chosen, choose) {
  const name = `digits-${++groups}`;
  let tapped = false;
  const row = h("div", { class: "pills", role: "radiogroup", "aria-label": label });
  const rows = Math.ceil((most + 1) / 8);
  row.style.setProperty("--per", String(Math.ceil((most + 1) / rows)));
  for (let value = 0; value <= most; value++) {
    const input = h("input", {
      type: "radio",
      name,
      value,
      "aria-label": number(value),
      onchange: () => choose(value, tapped),
    });
    input.checked = value === chosen;
    row.append(h("label", { class: "pill" }, input, h("span", { "aria-hidden": "true" }, number(value))));
  }
  row.addEventListener("pointerdown", () => (tapped = true));
  row.addEventListener("keydown", (event) => {
    tapped = false;
    const digit = digitOf(event);
    const input = digit && row.querySelector(`input[value="${digit}"]`);
    if (input instanceof HTMLInputElement) {
      input.checked = true;
      input.focus();
      choose(Number(digit), true);
    }
  });
  return row;
}

/**
 * Return the digit of a key, also where that gives it only with Shift, as on a French keyboard; empty for another key.
 * @param {KeyboardEvent} event
 */
export function digitOf({ key, code, shiftKey, ctrlKey, altKey, metaKey }) {
  if (ctrlKey || altKey || metaKey) return "";
  if (/^\d$/.test(key)) return key;
  // where digits need Shift, a key with Shift gives the digit itself
  return shiftKey ? "" : (code.match(/^Digit(\d)$/)?.[1] ?? "");
}

/**
 * Write the digit of a key that gives it only with Shift into an input.
 * @param {HTMLInputElement} input
 * @param {KeyboardEvent} event
 */
export function writeUnshifted(input, event) {
  const digit = digitOf(event);
  if (!digit || digit === event.key) return;
  event.preventDefault();
  const { selectionStart: start, selectionEnd: end, value } = input;
  input.setRangeText(digit, start ?? value.length, end ?? value.length, "end");
  input.dispatchEvent(new Event("input"));
}
