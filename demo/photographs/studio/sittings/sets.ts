import { cup } from '../forms/cups.ts';
import { dish } from '../forms/dishes.ts';
import { milkJug, teapot } from '../forms/pouring.ts';
import { plate } from '../forms/tableware.ts';
import { placeSolids } from '../solid.ts';
import { alone, glazed, type Sitting } from './sitting.ts';

export const sets: Record<string, Sitting[]> = {
  'tea-for-two': [
    alone(
      'chalk',
      340,
      () => [
        ...placeSolids(teapot(glazed('tide', 181)), { at: [-40, 0, -50], turn: 0.25 }),
        ...placeSolids(cup(glazed('samphire', 182)), { at: [70, 0, 62] }),
        ...placeSolids(cup(glazed('samphire', 183)), { at: [-34, 0, 86], turn: 1 }),
        ...placeSolids(milkJug(glazed('chalk', 184)), { at: [132, 0, -14], turn: 0.6 }),
      ],
      {
        front: { at: [6, 56, 0], frame: 470, above: 18 },
        'three-quarter': { at: [8, 46, 0], frame: 480, above: 38, round: 14 },
        close: { at: [62, 46, 44], frame: 210, above: 16, round: -8, lens: 4, focus: [70, 60, 100] },
      },
    ),
  ],
  'supper-set': [
    alone(
      'clay',
      340,
      () => [
        ...placeSolids(plate(glazed('chalk', 185)), { at: [-40, 0, -40] }),
        ...placeSolids(dish(glazed('samphire', 186), 232, 46), { at: [-40, 9.8, -40] }),
        ...placeSolids(cup(glazed('rust', 187)), { at: [126, 0, 96] }),
      ],
      {
        front: { at: [0, 30, 0], frame: 500, above: 24 },
        'three-quarter': { at: [4, 26, 0], frame: 510, above: 42, round: 18 },
        close: { at: [-60, 34, 30], frame: 220, above: 20, round: -14, lens: 4, focus: [-60, 40, 70] },
      },
    ),
  ],
};
