// A photo of the magazine, read in this browser: the recogniser, Tesseract, is loaded when a photo is chosen.

import { Problem, h, t } from "./core.js";
import { findRows } from "./scan.js";

/** @typedef {import("./scan.js").Grey} Grey */
/**
 * A clue as it was read: `?` stands for a letter that was not; `strip` is its part of the photo.
 * @typedef {{word: string, marks: number | null, strip: HTMLCanvasElement}} ReadClue
 */
/**
 * What is used of the recogniser.
 * @typedef {{setParameters: (parameters: Record<string, string>) => Promise<unknown>,
 *   recognize: (picture: Uint8Array) => Promise<{data: {text: string}}>, terminate: () => Promise<unknown>}} Recogniser
 */

/** @type {string} */
const LIBRARY = "/photo/tesseract.esm.min.js";
const PATHS = {
  workerPath: "/photo/worker.min.js",
  corePath: "/photo/tesseract-core-simd-lstm.js",
  langPath: "/photo",
  workerBlobURL: false,
  cacheMethod: "none",
};
const NEURAL = 1; // the way of reading that the data is for
const ONE_LINE = "7"; // of text in each picture
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const LONGEST_SIDE = 1600;
const COPIES = 4; // of a sign that is read alone: one by itself is too little for the recogniser

/**
 * Return the clues in a photo, none when there is no puzzle in it. Throws a `Problem`.
 * @param {File} file
 * @returns {Promise<ReadClue[]>}
 */
export async function readPhoto(file) {
  const canvas = await openPicture(file);
  const { rows, angle } = findRows(greyOf(canvas));
  if (!rows.length) return [];
  const recogniser = await openRecogniser();
  try {
    await recogniser.setParameters({ tessedit_pageseg_mode: ONE_LINE, tessedit_char_whitelist: LETTERS });
    /** @type {(string | null)[][]} */
    const words = [];
    for (const { glyphs } of rows) words.push(await readSigns(recogniser, glyphs.slice(0, -1)));
    await recogniser.setParameters({ tessedit_char_whitelist: DIGITS });
    const marks = await readSigns(recogniser, rows.map(({ glyphs }) => glyphs[glyphs.length - 1]));
    return rows.map((row, index) => ({
      word: words[index]
        .map((letter) => letter ?? "?")
        .join("")
        .toLowerCase(),
      marks: marks[index] === null ? null : Number(marks[index]),
      strip: cutStrip(canvas, row, angle),
    }));
  } finally {
    recogniser.terminate();
  }
}

/** Return a file as a picture of a size that is quick to read. @param {File} file */
async function openPicture(file) {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Problem({ detail: t("photo_failed") });
  });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = h("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
  context(canvas).drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** @param {HTMLCanvasElement} canvas */
const context = (canvas) =>
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));

/** Return a canvas in grey. @param {HTMLCanvasElement} canvas @returns {Grey} */
function greyOf(canvas) {
  const { width, height } = canvas;
  const { data } = context(canvas).getImageData(0, 0, width, height);
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at++) {
    pixels[at] = (data[4 * at] * 77 + data[4 * at + 1] * 151 + data[4 * at + 2] * 28) >> 8;
  }
  return { width, height, pixels };
}

/** @returns {Promise<Recogniser>} */
async function openRecogniser() {
  try {
    const { default: tesseract } = await import(LIBRARY);
    return await tesseract.createWorker("fra", NEURAL, PATHS);
  } catch {
    throw new Problem({ offline: true, detail: t("offline_need") });
  }
}

/**
 * Return the sign of each glyph, null where there is none or it could not be read: read together, else each by itself.
 * @param {Recogniser} recogniser @param {(Grey | null)[]} glyphs @returns {Promise<(string | null)[]>}
 */
async function readSigns(recogniser, glyphs) {
  const there = glyphs.filter((glyph) => glyph !== null);
  const together = await readLine(recogniser, there);
  /** @type {(string | null)[]} */
  const signs = together.length === there.length ? [...together] : [];
  if (!signs.length) {
    for (const glyph of there) signs.push(usual(await readLine(recogniser, Array(COPIES).fill(glyph))));
  }
  return glyphs.map((glyph) => (glyph ? (signs.shift() ?? null) : null));
}

/** Return the sign that a text has most of; null when it is empty. @param {string} text */
function usual(text) {
  const count = (/** @type {string} */ sign) => text.split(sign).length;
  return [...text].sort((one, other) => count(other) - count(one))[0] ?? null;
}

/** Return the text of glyphs side by side, without blanks. @param {Recogniser} recogniser @param {Grey[]} glyphs */
async function readLine(recogniser, glyphs) {
  if (!glyphs.length) return "";
  const { data } = await recogniser.recognize(asFile(sideBySide(glyphs)));
  return data.text.replace(/\s/g, "");
}

/** Return pictures as one, from left to right. @param {Grey[]} glyphs @returns {Grey} */
function sideBySide(glyphs) {
  const width = glyphs.reduce((sum, glyph) => sum + glyph.width, 0);
  const height = Math.max(...glyphs.map((glyph) => glyph.height));
  const pixels = new Uint8Array(width * height).fill(255);
  let left = 0;
  for (const glyph of glyphs) {
    const top = (height - glyph.height) >> 1;
    for (let y = 0; y < glyph.height; y++) {
      pixels.set(glyph.pixels.subarray(y * glyph.width, (y + 1) * glyph.width), (top + y) * width + left);
    }
    left += glyph.width;
  }
  return { width, height, pixels };
}

/** Return a picture as a file (PGM). @param {Grey} grey */
function asFile({ width, height, pixels }) {
  const head = new TextEncoder().encode(`P5 ${width} ${height} 255\n`);
  const file = new Uint8Array(head.length + pixels.length);
  file.set(head);
  file.set(pixels, head.length);
  return file;
}

/**
 * Return the part of the photo that shows a row, upright.
 * @param {HTMLCanvasElement} photo @param {import("./scan.js").Row} row @param {number} angle
 */
function cutStrip(photo, { left, top, right, bottom }, angle) {
  const strip = h("canvas", {
    class: "strip",
    width: Math.round(right - left),
    height: Math.round(bottom - top),
    role: "img",
    "aria-label": t("photo_label"),
  });
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const place = context(strip);
  place.setTransform(cos, -sin, sin, cos, -left, -top);
  place.drawImage(photo, 0, 0);
  return strip;
}
