import { noise3 } from '../noise.ts';
import { rectangle } from '../outline.ts';
import { createRandom } from '../random.ts';
import { placeSolids, type Solid, type Vec3 } from '../solid.ts';
import type { Glazed, Organic } from '../surfaces.ts';
import { swept } from '../swept.ts';
import { turned, vessel } from '../turned.ts';
import { saucer } from './cups.ts';
import { fill } from './props.ts';
import { thrown } from './thrown.ts';

const earth: Organic = { kind: 'organic', colour: '#3a2c20', second: '#241a12', roughness: 0.95, seed: 8 };

/** Round pot on a saucer: medium 190 mm across and 172 mm high; `scale` gives the other sizes. */
export function roundPot(surface: Glazed, scale = 1): Solid[] {
  const s = scale;
  const wall: [number, number][] = [
    [62 * s, 5],
    [68 * s, 12],
    [80 * s, 70 * s],
    [88 * s, 124 * s],
    [92 * s, 144 * s],
    [95 * s, 160 * s],
  ];
  const pot = thrown(surface, wall, { line: 40 * s, lip: 7, floor: 16, columns: 144, longest: 5 });
  return [...saucer(surface, 176 * s), ...placeSolids([pot], { at: [0, 6.5, 0] })];
}

/** Small straight pot with a rolled rim, 92 mm high: bare outside, for seedlings. */
export function seedPot(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [33, 4],
    [36, 8],
    [42, 50],
    [45, 74],
    [48.4, 78],
    [49, 90],
  ];
  return [thrown(surface, wall, { line: 66, lip: 5, floor: 9 })];
}

/** Trough for a sill, 380 by 130 mm and 128 mm high. */
export function trough(surface: Glazed): Solid[] {
  return [
    vessel({
      surface,
      wall: [
        [50, 3],
        [56, 7],
        [59, 40],
        [62, 90],
        [65, 126],
      ],
      thickness: [8, 6.4],
      floor: 14,
      well: 10,
      glazeLine: 30,
      outline: rectangle(380, 130, 28, 65),
      shape: ([x, y, z]) => [x, y + 0.8 * Math.sin(x / 80) * Math.min(1, y / 100), z],
      columns: 220,
      longest: 5,
    }),
  ];
}

/** Earth that fills a pot of inner `radius` up to `height`. */
export function soil(radius: number, height: number): Solid {
  return fill(earth, radius, height, 4);
}

/** Earth in a trough, `length` by `width` mm at its rim. */
export function bed(length: number, width: number, height: number): Solid {
  const reach = width / 2 - 9;
  return turned({
    surface: earth,
    section: [
      { r: reach, y: height },
      { r: 0, y: height + 1 },
    ],
    glazeLine: -1,
    outline: rectangle(length - 18, width - 18, 20, reach),
    shape: ([x, y, z]) => [x, y + 3 * noise3(x / 9, 2, z / 9), z],
    columns: 160,
  });
}

/** A tuft of stems with small leaves in pairs, `height` mm high, growing from a spot. */
export function herb(from: Vec3, stems: number, height: number, seed: number): Solid[] {
  const random = createRandom(seed * 31 + 7);
  return Array.from({ length: stems }, (_, index) => {
    const turn = index * 2.4 + random();
    const lean = 8 + random() * height * 0.32;
    const tall = height * (0.66 + random() * 0.4);
    const at = (share: number): Vec3 => [
      from[0] + Math.cos(turn) * (3 + lean * share ** 1.5),
      from[1] - 4 + tall * share,
      from[2] + Math.sin(turn) * (3 + lean * share ** 1.5),
    ];
    const surface: Organic = {
      kind: 'organic',
      colour: '#6f8052',
      second: '#4b5f3d',
      roughness: 0.5,
      seed: seed + index,
    };
    const stem = swept({ surface, path: [0, 0.4, 0.7, 1].map(at), size: () => [1.1, 1.1], rows: 14, columns: 8 });
    const blades = [0.34, 0.5, 0.66, 0.82, 0.98].flatMap((share, pair) =>
      [0, 1].map((side) => blade(surface, at(share), turn + pair * 1.5 + side * Math.PI, 17 - pair * 1.6)),
    );
    return [stem, ...blades];
  }).flat();
}

function blade(surface: Organic, from: Vec3, turn: number, length: number): Solid {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const at = (share: number): Vec3 => [
    from[0] + c * length * share,
    from[1] + length * (0.55 * share - 0.35 * share * share),
    from[2] + s * length * share,
  ];
  return swept({
    surface,
    path: [0, 0.35, 0.7, 1].map(at),
    across: [-s, 0.0001, c],
    size: (share) => [length * 0.3 * Math.sin(Math.PI * (0.06 + share * 0.92)) ** 0.8 + 0.2, 0.5],
    rows: 12,
    columns: 8,
  });
}
