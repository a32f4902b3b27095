import { byWindow, inSun } from '../arrange.ts';
import { bed, herb, roundPot, seedPot, soil, trough } from '../forms/pots.ts';
import { pitcher } from '../forms/pouring.ts';
import { leaves } from '../forms/props.ts';
import { hexTile, layTiles, squareTile, trivet } from '../forms/tiles.ts';
import type { GlazeName } from '../glazes.ts';
import { placeSolids, type Solid } from '../solid.ts';
import { paperWork } from './papers.ts';
import { alone, glazed, inGlazes, lying, type Sitting, scene, standing } from './sitting.ts';

const planted = (seed: number): Solid[] => [
  ...seedPot(glazed('bare', seed)),
  soil(43, 78),
  ...herb([0, 78, 0], 5, 92, seed),
];

const every: GlazeName[] = ['chalk', 'oat', 'straw', 'celadon', 'samphire', 'tide', 'bare', 'rust', 'ink'];

export const garden: Record<string, Sitting[]> = {
  'breakwater-planter': [
    alone('slate', 260, () => roundPot(glazed('oat', 141)), standing(192, 168, 10)),
    scene(
      () =>
        byWindow(
          [
            ...placeSolids([...roundPot(glazed('oat', 141)), soil(86, 150), ...leaves([0, 150, 0], 11, 7)], {
              at: [-40, 0, -60],
            }),
            ...placeSolids(planted(143), { at: [126, 0, 20] }),
          ],
          'oak',
        ),
      { at: [10, 186, 0], frame: 600, above: 8, round: 5, lens: 4, focus: [-20, 120, 30] },
    ),
  ],
  'seed-pot': [alone('sage', 190, () => planted(145), standing(104, 178, 12))],
  'sill-trough': [
    alone('sage', 410, () => placeSolids(trough(glazed('chalk', 147)), { turn: 0.35 }), {
      ...standing(360, 128, 12),
      front: { at: [0, 56, 0], frame: 540, above: 14 },
    }),
    scene(
      () =>
        inSun([
          ...placeSolids(
            [
              ...trough(glazed('chalk', 147)),
              bed(376, 126, 108),
              ...[-120, -40, 40, 120].flatMap((x, at) => herb([x, 108, 0], 5, 110, at + 3)),
            ],
            { at: [0, 0, -10], turn: 0.16 },
          ),
        ]),
      { at: [0, 104, 0], frame: 560, above: 12, round: 4, lens: 5, focus: [0, 80, 60] },
    ),
  ],
  'shore-tile': [
    ...inGlazes(
      ['tide', 'celadon', 'rust'],
      160,
      (glaze) => placeSolids(squareTile(glazed(glaze, 151)), { turn: 0.2 }),
      {
        front: { at: [0, 4, 0], frame: 236, above: 54 },
        close: { at: [-40, 6, 44], frame: 80, above: 32, round: -20, lens: 2, focus: [-40, 8, 44] },
      },
    ),
    alone(
      'chalk',
      440,
      () =>
        placeSolids(
          layTiles(3, 3, 131, (index) => squareTile(glazed('tide', 160 + index))),
          { turn: 0.3 },
        ),
      {
        'three-quarter': { at: [0, 4, 0], frame: 720, above: 44 },
      },
    ),
  ],
  'comb-tile': [alone('sand', 180, () => hexTile(glazed('samphire', 153)), lying(174, 10))],
  'glaze-samples': [
    alone(
      'chalk',
      230,
      () =>
        placeSolids(
          layTiles(3, 3, 66, (index) => squareTile(glazed(every[index] ?? 'oat', 171 + index), 56)),
          { turn: 0.16 },
        ),
      {
        front: { at: [0, 4, 0], frame: 330, above: 56 },
        'three-quarter': { at: [0, 4, 0], frame: 370, above: 34, round: 22 },
        close: { at: [-34, 6, 44], frame: 104, above: 34, round: -16, lens: 2.6, focus: [-34, 8, 44] },
      },
    ),
  ],
  'hob-stand': [
    alone('sand', 220, () => trivet(glazed('ink', 155)), lying(190, 17)),
    scene(
      () =>
        inSun([
          ...placeSolids(trivet(glazed('ink', 155)), { at: [-6, 0, 40] }),
          ...placeSolids(pitcher(glazed('straw', 156)), { at: [-6, 17, 40], turn: 0.5 }),
        ]),
      { at: [10, 112, 20], frame: 430, above: 14, round: 5, lens: 5, focus: [0, 90, 90] },
    ),
  ],
  ...paperWork,
};
