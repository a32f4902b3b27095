import { byWindow, inSun } from '../arrange.ts';
import { pitcher } from '../forms/pouring.ts';
import { reeds } from '../forms/props.ts';
import { budVase, flowerBowl, globeVase, shoulderVase, tallVase } from '../forms/vases.ts';
import { placeSolids } from '../solid.ts';
import { alone, glazed, inGlazes, type Sitting, scene, standing } from './sitting.ts';

export const vases: Record<string, Sitting[]> = {
  'dune-bud-vase': inGlazes(
    ['samphire', 'chalk', 'rust'],
    140,
    (glaze) => budVase(glazed(glaze, 91)),
    standing(84, 118, 8),
  ),
  'heron-vase': [
    alone('chalk', 330, () => tallVase(glazed('tide', 93)), standing(114, 318, 7)),
    scene(
      () =>
        inSun(
          [
            ...placeSolids(tallVase(glazed('tide', 93)), { at: [-40, 0, -20] }),
            ...reeds([-40, 312, -20], 6, 9),
            ...placeSolids(budVase(glazed('samphire', 94)), { at: [74, 0, 50] }),
          ],
          [40, -20],
        ),
      { at: [4, 240, -20], frame: 680, above: 5, round: 5, lens: 5, focus: [-30, 160, 40] },
    ),
  ],
  'buoy-vase': [
    alone('chalk', 230, () => globeVase(glazed('rust', 95)), standing(190, 182, 8)),
    scene(
      () =>
        byWindow([
          ...placeSolids(globeVase(glazed('rust', 95)), { at: [-34, 0, -40] }),
          ...placeSolids(flowerBowl(glazed('celadon', 96)), { at: [136, 0, 0] }),
        ]),
      { at: [26, 92, 0], frame: 430, above: 8, round: 6, lens: 4, focus: [-10, 80, 40] },
    ),
  ],
  'headland-vase': [alone('sand', 270, () => shoulderVase(glazed('ink', 97)), standing(174, 232, 8))],
  'posy-bowl': [alone('sand', 230, () => flowerBowl(glazed('celadon', 99)), standing(212, 76, 17))],
  'spring-pitcher': [
    alone('slate', 290, () => placeSolids(pitcher(glazed('straw', 101)), { turn: 0.45 }), standing(186, 252, 8)),
  ],
  'three-bud-vases': [
    alone(
      'sage',
      240,
      () => [
        ...placeSolids(budVase(glazed('chalk', 103)), { at: [-84, 0, 10] }),
        ...placeSolids(budVase(glazed('rust', 104)), { at: [4, 0, -26], turn: 1 }),
        ...placeSolids(budVase(glazed('samphire', 105)), { at: [88, 0, 18], turn: 2 }),
      ],
      standing(232, 118, 9),
    ),
  ],
};
