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
    const plain = !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey);
    const digit = /^\d$/.test(event.key) ? event.key : plain && event.code.match(/^Digit(\d)$/)?.[1];
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
 * Write the digit of a key that gives it only with Shift, as on a French keyboard, into an input.
 * @param {HTMLInputElement} input
 * @param {KeyboardEvent} event
 */
export function writeUnshifted(input, event) {
  const digit = event.code.match(/^Digit(\d)$/)?.[1];
  if (!digit || /^\d$/.test(event.key) || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  input.setRangeText(
    digit,
    input.selectionStart ?? input.value.length,
    input.selectionEnd ?? input.value.length,
    "end",
  );
  input.dispatchEvent(new Event("input"));
}
