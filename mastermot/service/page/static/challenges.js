// A challenge: a secret that the reader chose, encrypted in a link for somebody else.

import { ask, by, h, hashOf, home, inputBy, menuBy, t, told } from "./core.js";
import { putMenu } from "./games.js";
import { fold } from "./words.js";

/**
 * Put the secret that was chosen, encrypted, into a link, and copy it. A secret of another length changes the form, as
 * far as the dictionary has words of that length.
 * @param {() => {asked: object, packed: Parameters<typeof hashOf>[1]}} read reads the form: the game as the service
 *   takes it, and as parameters of an address
 */
export async function challenge(read) {
  const place = by("guess-sent");
  const field = inputBy("guess-secret");
  const secret = field.value.replace(/\s/g, "");
  if (!secret) return field.focus();
  if (fold(secret)) putMenu(menuBy("guess-length"), fold(secret).length);
  const { asked, packed } = read();
  try {
    const { token } = await ask("/api/games", { ...asked, secret });
    const link = `${home}${hashOf("guess", { ...packed, y: 1, t: token })}`;
    await navigator.clipboard.writeText(link).then(
      () => place.replaceChildren(h("p", { class: "small" }, t("challenge_sent"))),
      () => place.replaceChildren(showLink(link)),
    );
  } catch (problem) {
    place.replaceChildren(
      told(problem, (word) => {
        field.value = word;
        field.focus();
      }),
    );
  }
}

/** @param {string} link */
function showLink(link) {
  const input = h("input", { type: "text", id: "guess-link", readonly: true, value: link });
  return h("p", { class: "field" }, h("label", { for: "guess-link" }, t("challenge_link")), input);
}
