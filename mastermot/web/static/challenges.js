// A challenge: a secret that the reader chose, sealed into a link for somebody else.

import { ask, by, h, inputBy, t, told } from "./core.js";

/**
 * Seal the secret that was chosen into a link, and copy it.
 * @param {object} asked the game, as the service takes it
 * @param {Record<string, unknown>} packed the same as parameters of an address
 */
export async function challenge(asked, packed) {
  const place = by("guess-sent");
  const field = inputBy("guess-secret");
  const secret = field.value.replace(/\s/g, "");
  if (!secret) return field.focus();
  try {
    const { token } = await ask("/api/games", { ...asked, secret });
    const query = Object.entries({ ...packed, y: 1, t: token }).filter(([, value]) => value);
    const link = `${location.origin}${location.pathname}#guess?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`;
    await navigator.clipboard.writeText(link).then(
      () => place.replaceChildren(h("p", { class: "small" }, t("challenge_sent"))),
      () => place.replaceChildren(h("p", { class: "field" }, h("label", { for: "guess-link" }, t("challenge_link")), h("input", { type: "text", id: "guess-link", readonly: true, value: link }))));
  } catch (problem) {
    place.replaceChildren(told(problem, (word) => {
      field.value = word;
      field.focus();
    }));
  }
}
