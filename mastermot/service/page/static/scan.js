// A photo of a puzzle, taken apart: its letters and digits as small pictures, in rows and columns. No letter is read
// here.

/**
 * A picture in grey: a byte a pixel, 0 is black.
 * @typedef {{width: number, height: number, pixels: Uint8Array}} Grey
 */
/**
 * What hangs together in black: its box, its pixels.
 * @typedef {{left: number, top: number, right: number, bottom: number, points: number[]}} Blot
 */
/** A blot with its centre, once the picture stands straight. @typedef {{blot: Blot, x: number, y: number}} Glyph */

const SMALLEST = 8; // pixels of the height of a letter that can be read
const DARK = 0.85; // of the mean around it: darker is ink
const STEEPEST = 12; // degrees by which a photo may lean
const FEWEST_ROWS = 2; // of a puzzle
const GLYPH = 40; // pixels of the height of a letter as it is handed on
const MARGIN = 16;

/**
 * A row of the puzzle: as many glyphs as there are columns, null where a place is empty; its box in the upright
 * picture.
 * @typedef {{glyphs: (Grey | null)[], left: number, top: number, right: number, bottom: number}} Row
 */

/**
 * Return the rows of a puzzle, none when there is none, and by how many radians the picture leans.
 * @param {Grey} grey
 * @returns {{rows: Row[], angle: number}}
 */
export function findRows(grey) {
  const ink = inkOf(soften(grey));
  const blots = letterBlots(blotsOf(ink, grey.width, grey.height), grey);
  if (!blots.length) return { rows: [], angle: 0 };
  const size = median(blots.map(({ top, bottom }) => bottom - top + 1));
  const angle = leaning(blots, size);
  const table = intoColumns(intoRows(blots.map((blot) => straight(blot, angle)), size), size);
  const places = table.flat().filter((glyph) => glyph !== null);
  const [left, right] = [Math.min(...places.map(({ x }) => x)) - size, Math.max(...places.map(({ x }) => x)) + size];
  const rows = table.map((row) => {
    const middle = median(row.flatMap((glyph) => glyph?.y ?? []));
    return {
      glyphs: row.map((glyph) => glyph && draw(glyph.blot, grey.width, angle, size)),
      left,
      right,
      top: middle - size,
      bottom: middle + size,
    };
  });
  return { rows, angle };
}

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Return a picture whose pixels are the mean of the nine around each: grain goes.
 * @param {Grey} grey @returns {Grey}
 */
function soften({ width, height, pixels }) {
  const sums = sumsOf({ width, height, pixels });
  const soft = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) soft[y * width + x] = meanAround(sums, width, height, x, y, 1);
  }
  return { width, height, pixels: soft };
}

/** Return the sums of all pixels above and to the left of each. @param {Grey} grey */
function sumsOf({ width, height, pixels }) {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += pixels[y * width + x];
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row;
    }
  }
  return sums;
}

/** @type {(sums: Float64Array, width: number, height: number, x: number, y: number, reach: number) => number} */
function meanAround(sums, width, height, x, y, reach) {
  const [left, right] = [Math.max(x - reach, 0), Math.min(x + reach + 1, width)];
  const [top, bottom] = [Math.max(y - reach, 0), Math.min(y + reach + 1, height)];
  const at = (/** @type {number} */ row, /** @type {number} */ column) => sums[row * (width + 1) + column];
  return (at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left)) / ((right - left) * (bottom - top));
}

/**
 * Return 1 where there is ink: what is darker than its surroundings, so that shadows do not count (Bradley and Roth,
 * 2007).
 * @param {Grey} grey
 */
function inkOf(grey) {
  const { width, height, pixels } = grey;
  const sums = sumsOf(grey);
  const reach = Math.max(8, Math.round(Math.max(width, height) / 40));
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      ink[y * width + x] = Number(pixels[y * width + x] < DARK * meanAround(sums, width, height, x, y, reach));
    }
  }
  return ink;
}

/**
 * Return what hangs together; `ink` is used up.
 * @param {Uint8Array} ink @param {number} width @param {number} height
 */
function blotsOf(ink, width, height) {
  /** @type {Blot[]} */
  const blots = [];
  for (let start = 0; start < ink.length; start++) {
    if (!ink[start]) continue;
    const blot = { left: width, top: height, right: 0, bottom: 0, points: [start] };
    ink[start] = 0;
    for (let next = 0; next < blot.points.length; next++) {
      const point = blot.points[next];
      const [x, y] = [point % width, Math.floor(point / width)];
      Object.assign(blot, {
        left: Math.min(blot.left, x),
        right: Math.max(blot.right, x),
        top: Math.min(blot.top, y),
        bottom: Math.max(blot.bottom, y),
      });
      for (let row = Math.max(y - 1, 0); row <= Math.min(y + 1, height - 1); row++) {
        for (let column = Math.max(x - 1, 0); column <= Math.min(x + 1, width - 1); column++) {
          const near = row * width + column;
          if (!ink[near]) continue;
          ink[near] = 0;
          blot.points.push(near);
        }
      }
    }
    blots.push(blot);
  }
  return blots;
}

/**
 * Return the blots that may be letters or digits: neither grain, nor the lines of the grid, and about as high as most.
 * @param {Blot[]} blots @param {Grey} grey
 */
function letterBlots(blots, { width, height }) {
  const sized = blots.filter(({ left, right, top, bottom, points }) => {
    const [wide, high] = [right - left + 1, bottom - top + 1];
    return (
      high >= SMALLEST &&
      high < height / 3 &&
      wide < Math.min(width / 3, high * 2) &&
      high < wide * 9 &&
      points.length > (wide * high) / 12
    );
  });
  if (!sized.length) return [];
  const usual = median(sized.map(({ top, bottom }) => bottom - top + 1));
  return sized.filter(({ top, bottom }) => bottom - top + 1 > 0.6 * usual && bottom - top + 1 < 1.6 * usual);
}

/**
 * Return by how many radians the rows lean: the angle at which most glyphs stand side by side.
 * @param {Blot[]} blots @param {number} size
 */
function leaning(blots, size) {
  let best = { angle: 0, score: -1 };
  for (let step = -4 * STEEPEST; step <= 4 * STEEPEST; step++) {
    const angle = (step / 4 / 180) * Math.PI;
    const heights = blots.map((blot) => straight(blot, angle).y);
    let score = 0;
    for (const one of heights) for (const other of heights) score += Math.exp(-(((one - other) / (size / 8)) ** 2));
    if (score > best.score) best = { angle, score };
  }
  return best.angle;
}

/**
 * Return a blot with its centre in the picture turned upright.
 * @param {Blot} blot @param {number} angle @returns {Glyph}
 */
function straight(blot, angle) {
  const [x, y] = [(blot.left + blot.right) / 2, (blot.top + blot.bottom) / 2];
  return { blot, x: x * Math.cos(angle) + y * Math.sin(angle), y: y * Math.cos(angle) - x * Math.sin(angle) };
}

/** Return the glyphs in rows, from above, each from the left. @param {Glyph[]} glyphs @param {number} size */
function intoRows(glyphs, size) {
  /** @type {Glyph[][]} */
  const rows = [];
  for (const glyph of [...glyphs].sort((one, other) => one.y - other.y)) {
    const row = rows.at(-1);
    if (row && glyph.y - row[row.length - 1].y < size / 2) row.push(glyph);
    else rows.push([glyph]);
  }
  return rows.map((row) => row.sort((one, other) => one.x - other.x)).filter((row) => row.length > 2);
}

/**
 * Return rows of as many places: the columns are those of the usual row; what stands in none is left out.
 * @param {Glyph[][]} rows @param {number} size @returns {(Glyph | null)[][]}
 */
function intoColumns(rows, size) {
  if (rows.length < FEWEST_ROWS) return [];
  const counts = new Map();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const usual = [...counts].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0][0];
  const whole = rows.filter(({ length }) => length === usual);
  const columns = whole[0].map((_, place) => median(whole.map((row) => row[place].x)));
  const reach = Math.max(size, (columns[columns.length - 1] - columns[0]) / (columns.length - 1)) / 2;
  const table = rows.map((row) =>
    columns.map(
      (column) =>
        row
          .filter(({ x }) => Math.abs(x - column) < reach)
          .sort((one, other) => Math.abs(one.x - column) - Math.abs(other.x - column))[0] ?? null,
    ),
  );
  return table.filter((row) => row.filter(Boolean).length > columns.length / 2);
}

/**
 * Return a blot as a picture of a fixed height, upright, black on white, with a margin.
 * @param {Blot} blot
 * @param {number} width of the picture that it comes from
 * @param {number} angle
 * @param {number} size
 * @returns {Grey}
 */
function draw(blot, width, angle, size) {
  const own = new Set(blot.points);
  const scale = GLYPH / size;
  const [high, wide] = [
    Math.round((blot.bottom - blot.top + 1) * scale),
    Math.round((blot.right - blot.left + 1) * scale),
  ];
  const [w, h] = [wide + 2 * MARGIN, high + 2 * MARGIN];
  const pixels = new Uint8Array(w * h).fill(255);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [cx, cy] = [(blot.left + blot.right) / 2, (blot.top + blot.bottom) / 2];
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      let inked = 0;
      for (const [dx, dy] of [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]]) {
        const [u, v] = [(x + dx - w / 2) / scale, (y + dy - h / 2) / scale];
        const [px, py] = [Math.round(cx + u * cos - v * sin), Math.round(cy + u * sin + v * cos)];
        if (px >= blot.left && px <= blot.right && py >= blot.top && py <= blot.bottom && own.has(py * width + px)) {
          inked += 1;
        }
      }
      pixels[y * w + x] = 255 - Math.round((inked * 255) / 4);
    }
  }
  return { width: w, height: h, pixels };
}
