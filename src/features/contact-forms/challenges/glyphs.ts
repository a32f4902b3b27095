/** Strokes on a grid of 5 by 7 points: `xy` each, strokes are separated by `|`. */
const strokes: Readonly<Record<string, string>> = {
  2: '01 10 30 41 42 06 46',
  3: '01 10 30 41 42 33 44 45 36 16 05|13 33',
  4: '36 30 04 44',
  6: '40 20 03 05 16 36 45 44 33 04',
  7: '00 40 16',
  9: '42 33 13 02 01 10 30 41 43 26',
  A: '06 20 46|14 34',
  C: '41 30 10 01 05 16 36 45',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  H: '00 06|40 46|03 43',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  P: '06 00 30 41 42 33 03',
  R: '06 00 30 41 42 33 03|23 46',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
};

/** Characters of captchas: none looks like another. */
export const captchaCharacters = Object.keys(strokes);

export type Point = readonly [x: number, y: number];

export function getGlyph(character: string): Point[][] {
  return (strokes[character] ?? '')
    .split('|')
    .map((stroke) => stroke.split(' ').map((point): Point => [Number(point[0]) / 4, Number(point[1]) / 6]));
}
