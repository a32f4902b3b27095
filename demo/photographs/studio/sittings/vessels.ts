import { byWindow, inSun } from '../arrange.ts';
import { fill, reeds } from '../forms/props.ts';
import { bowl, mug } from '../forms/tableware.ts';
import { bottle, jug, moonJar, saltJar } from '../forms/vessels.ts';
import { placeSolids } from '../solid.ts';
import { alone, glazed, type Sitting, scene } from './sitting.ts';

export const creekJug: Sitting[] = [
  alone('chalk', 225, () => placeSolids(jug(glazed('tide', 225)), { turn: 0.5 }), {
    front: { at: [4, 96, 0], frame: 330, above: 9 },
    'three-quarter': { at: [2, 92, 0], frame: 320, above: 27, round: -24 },
    close: { at: [-22, 38, 40], frame: 118, above: 8, round: -10, lens: 3.5, focus: [-20, 36, 56] },
  }),
  jugScene(),
];

function jugScene(): Sitting {
  return scene(
    () =>
      byWindow([
        ...placeSolids(jug(glazed('tide', 225)), { at: [-18, 0, -30], turn: 0.35 }),
        ...placeSolids(mug(glazed('oat', 6)), { at: [108, 0, 12], turn: 0.7 }),
      ]),
    { at: [22, 92, 0], frame: 400, above: 8, round: 5, lens: 4, focus: [-10, 80, 20] },
  );
}

export const reedBottle: Sitting[] = [
  alone('sage', 320, () => bottle(glazed('oat', 320)), {
    front: { at: [0, 142, 0], frame: 430, above: 7 },
    'three-quarter': { at: [0, 136, 0], frame: 410, above: 24, round: 18 },
    close: { at: [-8, 40, 40], frame: 124, above: 8, round: -8, lens: 3.5, focus: [-8, 40, 56] },
  }),
  bottleScene(),
];

function bottleScene(): Sitting {
  return scene(
    () =>
      inSun([...placeSolids(bottle(glazed('oat', 320)), { at: [-6, 0, 0] }), ...reeds([-6, 280, 0], 7, 4)], [40, -20]),
    { at: [6, 236, -20], frame: 640, above: 5, round: 5, lens: 5, focus: [-6, 160, 50] },
  );
}

export const moonJarSittings: Sitting[] = [
  alone('sand', 330, () => moonJar(glazed('chalk', 330)), {
    front: { at: [0, 124, 0], frame: 420, above: 7 },
    'three-quarter': { at: [0, 118, 0], frame: 410, above: 30, round: 14 },
    close: { at: [-26, 52, 70], frame: 168, above: 6, round: -10, lens: 4.5, focus: [-24, 50, 108] },
  }),
  moonScene(),
];

function moonScene(): Sitting {
  return scene(
    () =>
      byWindow(
        [
          ...placeSolids(moonJar(glazed('chalk', 330)), { at: [-28, 0, -45] }),
          ...placeSolids(bowl(glazed('ink', 17), 'small'), { at: [146, 0, 24] }),
        ],
        'dark',
        ['#b9b3a8', '#a59f94'],
      ),
    { at: [18, 112, 0], frame: 500, above: 6, round: 6, lens: 4, focus: [-20, 110, 60] },
  );
}

export const saltJarSittings: Sitting[] = [
  alone('slate', 160, () => saltJar(glazed('oat', 160)), {
    front: { at: [0, 56, 0], frame: 205, above: 9 },
    'three-quarter': { at: [0, 54, 0], frame: 205, above: 32, round: 20 },
    close: { at: [-8, 84, 30], frame: 92, above: 17, round: -14, lens: 2.6, focus: [-10, 82, 44] },
  }),
  saltScene(),
];

function saltScene(): Sitting {
  return scene(
    () =>
      inSun([
        ...placeSolids(saltJar(glazed('oat', 160), true), { at: [-22, 0, 20] }),
        ...placeSolids(
          [fill({ kind: 'organic', colour: '#f2efe8', second: '#dcd8cf', roughness: 0.7, seed: 6 }, 42, 62, 2.6)],
          { at: [-22, 0, 20] },
        ),
        ...placeSolids(bowl(glazed('celadon', 31), 'small'), { at: [70, 0, -120] }),
      ]),
    { at: [26, 46, 10], frame: 320, above: 24, round: 4, lens: 4, focus: [-14, 60, 60] },
  );
}
