import { byWindow, inSun, onPaper } from '../arrange.ts';
import { planter, tray } from '../forms/oblong.ts';
import { book, booklet } from '../forms/paper.ts';
import { egg, fill, leaves } from '../forms/props.ts';
import { bowl, mug } from '../forms/tableware.ts';
import { placeSolids } from '../solid.ts';
import { alone, coffee, glazed, type Sitting, scene } from './sitting.ts';

export const slipwayTray: Sitting[] = [
  alone('chalk', 320, () => placeSolids(tray(glazed('tide', 320)), { turn: 0.12 }), {
    front: { at: [0, 10, 0], frame: 400, above: 34 },
    'three-quarter': { at: [0, 8, 0], frame: 420, above: 46, round: 32 },
    close: { at: [-92, 14, 66], frame: 120, above: 24, round: -26, lens: 3.2, focus: [-92, 16, 74] },
  }),
  trayScene(),
];

function trayScene(): Sitting {
  return scene(
    () =>
      inSun(
        [
          ...placeSolids(tray(glazed('tide', 320)), { at: [0, 0, 40], turn: 0.3 }),
          ...placeSolids(mug(glazed('oat', 6)), { at: [-70, 7, 46], turn: -0.5 }),
          ...placeSolids(bowl(glazed('chalk', 15), 'small'), { at: [70, 7, 26] }),
          ...placeSolids(egg(4), { at: [96, 44, 34], roll: 1.45, turn: 0.3 }),
        ],
        [-20, 0],
      ),
    { at: [0, 36, 24], frame: 440, above: 27, round: 4, lens: 5, focus: [0, 40, 70] },
  );
}

export const sluicePlanter: Sitting[] = [
  alone('sand', 200, () => placeSolids(planter(glazed('celadon', 200)), { turn: 0.42 }), {
    front: { at: [0, 66, 0], frame: 268, above: 10 },
    'three-quarter': { at: [0, 60, 0], frame: 280, above: 34, round: 14 },
    close: { at: [-14, 24, 66], frame: 108, above: 12, round: -8, lens: 3, focus: [-14, 22, 80] },
  }),
  planterScene(),
];

function planterScene(): Sitting {
  return scene(
    () =>
      byWindow(
        [
          ...placeSolids(planter(glazed('celadon', 200)), { at: [-12, 0, -40], turn: 0.5 }),
          ...placeSolids(
            [fill({ kind: 'organic', colour: '#3a2c20', second: '#241a12', roughness: 0.95, seed: 8 }, 55, 112, 5)],
            { at: [-12, 6, -40] },
          ),
          ...leaves([-12, 116, -40], 13, 5),
        ],
        'oak',
      ),
    { at: [-4, 168, -30], frame: 560, above: 8, round: 6, lens: 4, focus: [-12, 100, 30] },
  );
}

export const clayFromTheCreek: Sitting[] = [
  alone('sage', 260, () => placeSolids(book(), { turn: 0.16 }), {
    front: { at: [0, 6, 0], frame: 380, above: 52 },
    'three-quarter': { at: [0, 8, 0], frame: 350, above: 34, round: -30 },
    close: { at: [-20, 14, 92], frame: 130, above: 24, round: -22, lens: 3.2, focus: [-20, 16, 112] },
  }),
  bookScene(),
];

function bookScene(): Sitting {
  return scene(
    () =>
      inSun(
        [
          ...placeSolids(book(), { at: [-10, 0, 30], turn: -0.3 }),
          ...placeSolids(mug(glazed('oat', 6)), { at: [92, 0, -92], turn: 0.4 }),
          ...placeSolids([fill(coffee, 36, 72, 0)], { at: [92, 0, -92] }),
        ],
        [-30, 0],
      ),
    { at: [6, 30, 0], frame: 400, above: 32, round: -8, lens: 5, focus: [-10, 24, 60] },
  );
}

export const glazeCare: Sitting[] = [
  {
    arrangement: () => onPaper('clay', placeSolids(booklet('booklet-cover'), { turn: 0.14 }), 240),
    shots: [
      { view: 'front', framing: { at: [0, 2, 0], frame: 340, above: 58 } },
      { view: 'three-quarter', framing: { at: [0, 2, 0], frame: 300, above: 34, round: 26, lens: 1.5 } },
      { view: 'close', framing: { at: [-30, 3, 62], frame: 120, above: 30, round: -24, lens: 2.4 } },
    ],
  },
];
