import { placeSolids, type Solid } from '../solid.ts';
import type { Glazed } from '../surfaces.ts';
import { vessel } from '../turned.ts';
import { createUnevenness } from './hand.ts';
import { createHandle, thrown } from './thrown.ts';

/** Handleless cup dipped to the waist, 82 mm high, 77 mm across. */
export function cup(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [26, 5],
    [32.5, 10],
    [36, 26],
    [37.6, 52],
    [38.4, 80.5],
  ];
  return [thrown(surface, wall, { line: 30, lip: 3 })];
}

/** Wide mug for soup or for long mornings: 96 mm high, 104 mm across without its handle. */
export function wideMug(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [37, 5],
    [46, 11],
    [51, 28],
    [52.4, 52],
    [51, 76],
    [51.8, 94.5],
  ];
  const handle = createHandle(surface, [50.5, 78], [50.8, 27], 29, [11, 8.4, 4.2]);
  return [thrown(surface, wall, { line: 13 }), handle];
}

/** Tall narrow mug, 124 mm high, flared a little at the lip. */
export function tallMug(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [29, 5],
    [34, 10],
    [35.6, 32],
    [35, 66],
    [36, 100],
    [39, 122.5],
  ];
  const handle = createHandle(surface, [35.2, 98], [34.6, 38], 27, [9.6, 7.2, 3.8]);
  return [thrown(surface, wall, { line: 26 }), handle];
}

/** Small cup with a ring of a handle: 58 mm high. */
function shortCup(surface: Glazed): Solid[] {
  const wall: [number, number][] = [
    [19, 4],
    [25, 8],
    [29, 22],
    [30, 38],
    [31, 57],
  ];
  const handle = createHandle(surface, [29, 46], [28.6, 20], 15, [6.4, 5, 3]);
  return [thrown(surface, wall, { line: 9, lip: 2.8, well: 10 }), handle];
}

/** Saucer, 128 mm across, with a ring for the small cup to stand in. */
export function saucer(surface: Glazed, across = 128): Solid[] {
  const r = across / 2;
  return [
    vessel({
      surface: { ...surface, seed: surface.seed + 5 },
      wall: [
        [r * 0.52, 4],
        [r * 0.7, 6],
        [r * 0.88, 10.5],
        [r, 17],
      ],
      thickness: [5, 3.4],
      floor: 6.5,
      well: 10,
      foot: { radius: r * 0.51, width: 4.5, recess: 2.5 },
      glazeLine: 6.5,
      shape: createUnevenness(surface.seed, 0.5),
    }),
  ];
}

export function cupOnSaucer(surface: Glazed): Solid[] {
  return [...saucer(surface), ...placeSolids(shortCup(surface), { at: [0, 6.5, 0] })];
}
