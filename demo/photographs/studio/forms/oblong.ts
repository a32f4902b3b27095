import { rectangle } from '../outline.ts';
import { placeSolids, type Solid } from '../solid.ts';
import type { Glazed } from '../surfaces.ts';
import { vessel } from '../turned.ts';

/** Shallow oblong tray with softened corners, 300 by 160 mm, 24 mm high. */
export function tray(surface: Glazed): Solid[] {
  const reach = 80;
  return [
    vessel({
      surface,
      wall: [
        [72, 3],
        [75.5, 6],
        [78, 13],
        [79.6, 22.5],
      ],
      thickness: [6, 4.6],
      floor: 7,
      well: 7,
      glazeLine: 5,
      outline: rectangle(300, 160, 30, reach),
      shape: ([x, y, z]) => [x, y + 0.5 * Math.sin(x / 70 + 1) * Math.min(1, y / 20) + 0.3 * Math.sin(z / 40), z],
      columns: 220,
      longest: 4,
    }),
  ];
}

/** Square planter with soft corners, 138 mm wide and 126 mm high, on its own saucer. */
export function planter(surface: Glazed): Solid[] {
  const pot = vessel({
    surface,
    wall: [
      [48, 3],
      [54, 6],
      [57, 20],
      [61, 60],
      [66, 105],
      [68.6, 125],
    ],
    thickness: [7, 5.2],
    floor: 14,
    well: 10,
    glazeLine: 16,
    outline: rectangle(138, 138, 30, 69),
    shape: ([x, y, z], angle) => [x, y + 0.6 * Math.sin(angle * 2 + 1) * Math.min(1, y / 100), z],
    columns: 176,
  });
  const saucer = vessel({
    surface,
    wall: [
      [62, 2.5],
      [67, 5],
      [70, 11],
      [71.6, 18],
    ],
    thickness: [5.5, 4],
    floor: 6,
    well: 6,
    glazeLine: 5,
    outline: rectangle(146, 146, 33, 73),
    columns: 176,
  });
  return [saucer, ...placeSolids([pot], { at: [0, 6.3, 0] })];
}

/** Long narrow board with a low rim, 420 by 112 mm. */
export function longTray(surface: Glazed): Solid[] {
  return [
    vessel({
      surface,
      wall: [
        [48, 3],
        [52, 5.5],
        [54.6, 10],
        [55.8, 15.5],
      ],
      thickness: [6, 4.4],
      floor: 7,
      well: 5,
      glazeLine: 5,
      outline: rectangle(420, 112, 22, 56),
      shape: ([x, y, z]) => [x, y + 0.6 * Math.sin(x / 90 + 2) * Math.min(1, y / 14), z],
      columns: 220,
      longest: 4,
    }),
  ];
}
