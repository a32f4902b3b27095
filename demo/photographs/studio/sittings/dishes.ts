import { byWindow, inSun } from '../arrange.ts';
import { cup } from '../forms/cups.ts';
import { butterDish, deepBowl, dish, mixingBowl, mortar, oval, pinchDish } from '../forms/dishes.ts';
import { longTray } from '../forms/oblong.ts';
import { egg, pear, runner } from '../forms/props.ts';
import { plate } from '../forms/tableware.ts';
import { placeSolids } from '../solid.ts';
import { alone, glazed, inGlazes, lying, type Sitting, scene, standing } from './sitting.ts';

export const dishes: Record<string, Sitting[]> = {
  'ebb-bowl': [
    ...inGlazes(['samphire', 'chalk'], 260, (glaze) => dish(glazed(glaze, 61), 232, 46), {
      ...lying(232, 46),
      front: { at: [0, 18, 0], frame: 372, above: 27 },
    }),
    supper(),
  ],
  'eddy-bowl': [alone('chalk', 210, () => deepBowl(glazed('tide', 63)), standing(178, 92, 15))],
  'pinch-dish': [alone('slate', 110, () => pinchDish(glazed('straw', 65)), standing(88, 36, 24))],
  'gale-bowl': [
    alone('slate', 260, () => placeSolids(mixingBowl(glazed('oat', 67)), { turn: 0.3 }), standing(244, 128, 17)),
    baking(),
  ],
  'shallows-plate': inGlazes(['rust', 'chalk'], 240, (glaze) => dish(glazed(glaze, 69), 212, 21), lying(212, 21)),
  'crumb-plate': [alone('sand', 190, () => dish(glazed('celadon', 71), 164, 16), lying(164, 16))],
  'sandbar-platter': [
    alone('slate', 400, () => placeSolids(oval(glazed('oat', 73), 380, 250, 34), { turn: 0.12 }), {
      ...lying(380, 34),
      front: { at: [0, 8, 0], frame: 590, above: 40 },
    }),
  ],
  'causeway-board': [
    alone('sand', 420, () => placeSolids(longTray(glazed('ink', 75)), { turn: 0.5 }), {
      front: { at: [0, 6, 0], frame: 520, above: 42 },
      'three-quarter': { at: [0, 6, 0], frame: 560, above: 32, round: -16 },
      close: { at: [-130, 12, 90], frame: 150, above: 26, round: -20, lens: 3.2, focus: [-130, 12, 90] },
    }),
  ],
  'olive-boat': [
    alone('sand', 240, () => placeSolids(oval(glazed('samphire', 77), 230, 92, 38), { turn: 0.35 }), {
      ...lying(230, 38),
      front: { at: [0, 10, 0], frame: 340, above: 34 },
      'three-quarter': { at: [0, 14, 0], frame: 330, above: 24, round: -14 },
    }),
  ],
  'dairy-dish': [
    alone('sage', 210, () => placeSolids(butterDish(glazed('chalk', 79)), { turn: 0.35 }), standing(196, 78, 16)),
  ],
  'shingle-mortar': [
    alone('sand', 170, () => mortar(glazed('ink', 81), glazed('bare', 82)), {
      ...standing(150, 128, 13),
      front: { at: [-8, 58, 0], frame: 236, above: 13 },
    }),
  ],
};

function supper(): Sitting {
  return scene(
    () =>
      inSun(
        [
          ...runner([-160, 190], -300, 860, 20),
          ...placeSolids(plate(glazed('chalk', 84)), { at: [-14, 2.6, 40] }),
          ...placeSolids(dish(glazed('samphire', 61), 232, 46), { at: [-14, 12.4, 40] }),
          ...placeSolids(cup(glazed('rust', 85)), { at: [146, 2.6, -74] }),
          ...placeSolids(pinchDish(glazed('straw', 86)), { at: [164, 2.6, 96] }),
        ],
        [-30, 0],
      ),
    { at: [18, 34, 20], frame: 530, above: 28, round: 8, lens: 5, focus: [0, 30, 60] },
  );
}

function baking(): Sitting {
  return scene(
    () =>
      byWindow(
        [
          ...placeSolids(mixingBowl(glazed('oat', 67)), { at: [-46, 0, -40], turn: 0.35 }),
          ...placeSolids(egg(1), { at: [116, 20, 46], roll: 1.5, turn: 0.5 }),
          ...placeSolids(egg(2), { at: [150, 20, 6], roll: 1.5, turn: -0.7 }),
          ...placeSolids(pear(3), { at: [160, 0, -84], turn: 0.4 }),
        ],
        'oak',
      ),
    { at: [18, 64, 0], frame: 480, above: 17, round: 5, lens: 4, focus: [-20, 60, 50] },
  );
}
