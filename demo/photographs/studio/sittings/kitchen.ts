import { byWindow, inSun } from '../arrange.ts';
import { pinchDish } from '../forms/dishes.ts';
import { caddy, crock, honeyPot, pantryJar, spoon } from '../forms/jars.ts';
import { oak } from '../forms/room.ts';
import { placeSolids, type Solid } from '../solid.ts';
import { alone, glazed, type Sitting, scene, standing } from './sitting.ts';

const spoons = (): Solid[] => [
  ...placeSolids(spoon(oak), { at: [-26, 12, 4], roll: 0.14, turn: 0.3 }),
  ...placeSolids(spoon({ ...oak, seed: 4 }), { at: [18, 12, -10], roll: -0.16, turn: -0.2, lean: -0.06 }),
];

export const kitchen: Record<string, Sitting[]> = {
  'pantry-jar': [
    alone('sage', 200, () => pantryJar(glazed('chalk', 111)), {
      front: standing(112, 152).front ?? { at: [0, 72, 0], frame: 240 },
      close: { at: [-10, 116, 40], frame: 110, above: 15, round: -14, lens: 2.6, focus: [-10, 116, 44] },
    }),
    alone(
      'sage',
      330,
      () => [
        ...placeSolids(pantryJar(glazed('chalk', 112), 1.32), { at: [-92, 0, -40] }),
        ...placeSolids(pantryJar(glazed('chalk', 111)), { at: [46, 0, -10] }),
        ...placeSolids(pantryJar(glazed('chalk', 113), 0.76), { at: [132, 0, 70] }),
      ],
      { 'three-quarter': { at: [8, 78, 0], frame: 460, above: 20 } },
    ),
    scene(
      () =>
        byWindow(
          [
            ...placeSolids(pantryJar(glazed('chalk', 112), 1.32), { at: [-104, 0, -60] }),
            ...placeSolids(pantryJar(glazed('chalk', 111)), { at: [30, 0, -70] }),
            ...placeSolids(honeyPot(glazed('straw', 114)), { at: [120, 0, 10] }),
            ...placeSolids(pinchDish(glazed('ink', 115)), { at: [16, 0, 50] }),
          ],
          'oak',
        ),
      { at: [8, 92, 0], frame: 470, above: 10, round: 4, lens: 4, focus: [0, 80, 20] },
    ),
  ],
  'tea-caddy': [alone('sand', 160, () => caddy(glazed('samphire', 117), oak), standing(92, 128))],
  'spoon-crock': [
    alone('slate', 200, () => crock(glazed('oat', 119)), standing(126, 158)),
    scene(
      () =>
        inSun([
          ...placeSolids([...crock(glazed('oat', 119)), ...spoons()], { at: [-20, 0, 0] }),
          ...placeSolids(pantryJar(glazed('chalk', 112), 0.76), { at: [108, 0, 40] }),
        ]),
      { at: [14, 136, 0], frame: 460, above: 9, round: 5, lens: 5, focus: [-10, 90, 50] },
    ),
  ],
  'honey-pot': [alone('slate', 150, () => honeyPot(glazed('straw', 121)), standing(98, 122))],
};
