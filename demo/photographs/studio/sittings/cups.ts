import { inSun } from '../arrange.ts';
import { cup, cupOnSaucer, tallMug, wideMug } from '../forms/cups.ts';
import { tray } from '../forms/oblong.ts';
import { milkJug, teapot } from '../forms/pouring.ts';
import { fill } from '../forms/props.ts';
import { placeSolids } from '../solid.ts';
import { alone, coffee, glazed, inGlazes, type Sitting, scene, standing } from './sitting.ts';

const tea = { kind: 'liquid', colour: '#6b3a14', second: '#6b3a14', roughness: 0.08, seed: 1 } as const;

export const cups: Record<string, Sitting[]> = {
  'low-tide-cup': inGlazes(['chalk', 'samphire', 'rust'], 120, (glaze) => cup(glazed(glaze, 41)), standing(84, 82)),
  'harbour-mug': [
    alone('slate', 150, () => placeSolids(wideMug(glazed('straw', 43)), { turn: 0.32 }), standing(134, 96, 9, 13)),
    scene(
      () =>
        inSun([
          ...placeSolids(wideMug(glazed('straw', 43)), { at: [10, 0, 50], turn: 0.5 }),
          ...placeSolids([fill(coffee, 46.5, 78, 0)], { at: [10, 0, 50] }),
          ...placeSolids(cup(glazed('chalk', 44)), { at: [-92, 0, -40] }),
        ]),
      { at: [4, 60, 0], frame: 330, above: 17, round: 6, lens: 5, focus: [10, 45, 80] },
    ),
  ],
  'lookout-mug': [
    alone('chalk', 160, () => placeSolids(tallMug(glazed('rust', 47)), { turn: 0.3 }), standing(106, 124, 9, 11)),
  ],
  'pilot-cup': [
    alone('sand', 150, () => placeSolids(cupOnSaucer(glazed('ink', 49)), { turn: 0.4 }), {
      ...standing(128, 64, 16),
      front: { at: [0, 30, 0], frame: 208, above: 16 },
    }),
  ],
  'slack-water-teapot': [
    alone('chalk', 230, () => placeSolids(teapot(glazed('tide', 53)), { turn: 0.2 }), standing(232, 142)),
    scene(
      () =>
        inSun(
          [
            ...placeSolids(teapot(glazed('tide', 53)), { at: [-20, 7, 10], turn: 0.35 }),
            ...placeSolids(tray(glazed('ink', 54)), { at: [-10, 0, 20], turn: 0.1 }),
            ...placeSolids(cup(glazed('chalk', 55)), { at: [112, 0, 96] }),
            ...placeSolids([fill(tea, 35, 68, 0)], { at: [112, 0, 96] }),
            ...placeSolids(milkJug(glazed('chalk', 56)), { at: [122, 0, -70], turn: 2.6 }),
          ],
          [-20, 0],
        ),
      { at: [24, 60, 20], frame: 470, above: 18, round: 5, lens: 5, focus: [0, 60, 70] },
    ),
  ],
  'gully-jug': [alone('sage', 130, () => placeSolids(milkJug(glazed('chalk', 59)), { turn: 0.35 }), standing(100, 88))],
};
