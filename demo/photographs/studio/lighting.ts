import type { Vec3 } from './solid.ts';

/** A rectangle in the room by its centre and its half sides. */
export interface Panel {
  centre: Vec3;
  right: Vec3;
  up: Vec3;
}

export interface Lighting {
  /** Light that casts shadows. `colour`: radiance of a white matt surface facing it at `distance`. */
  key: Panel & { colour: Vec3; distance: number };
  /** What a glossy coat mirrors: a softbox or a window with its panes. */
  mirrored: Panel & { colour: Vec3; panes: [across: number, up: number] };
  sky: { top: Vec3; left: Vec3; right: Vec3; floor: Vec3 };
}

/** The room's own light from a direction; the shader's roomLight says the same. */
export function skyRadiance({ sky }: Lighting, x: number, y: number, z: number): Vec3 {
  const high = Math.max(0, y) ** 0.8;
  const side = 0.5 + 0.5 * x;
  const low = Math.max(0, -y);
  const behind = 0.8 + 0.2 * z;
  const blend = (channel: 0 | 1 | 2) => {
    const level = sky.left[channel] * (1 - side) + sky.right[channel] * side;
    return (level * (1 - high) + sky.top[channel] * high) * behind * (1 - low) + sky.floor[channel] * low;
  };
  return [blend(0), blend(1), blend(2)];
}

function panel(centre: Vec3, aim: Vec3, width: number, height: number): Panel {
  const to: Vec3 = [aim[0] - centre[0], aim[1] - centre[1], aim[2] - centre[2]];
  const length = Math.hypot(...to);
  const flat = Math.hypot(to[0], to[2]) || 1;
  const right: Vec3 = [(-to[2] / flat) * (width / 2), 0, (to[0] / flat) * (width / 2)];
  const rise = height / 2 / length / flat;
  const up: Vec3 = [-to[0] * to[1] * rise, flat * flat * rise, -to[2] * to[1] * rise];
  return { centre, right, up };
}

const grey = (level: number, warmth = 0): Vec3 => [level * (1 + warmth), level, level * (1 - warmth * 1.4)];

/** One large softbox from the upper left, a bright room round it. */
export function softbox(strength = 1): Lighting {
  const centre: Vec3 = [-820, 900, 620];
  const box = panel(centre, [0, 80, 0], 620, 760);
  return {
    key: { ...box, colour: grey(1.06 * strength, 0.025), distance: Math.hypot(820, 820, 620) },
    mirrored: { ...panel([-800, 560, 640], [0, 60, 0], 460, 1240), colour: grey(4.2, 0.01), panes: [1, 1] },
    sky: { top: grey(0.44, 0.01), left: grey(0.38, 0.015), right: grey(0.15, 0.02), floor: grey(0.18, 0.04) },
  };
}

/** Low sun through a window on the left. Add windowFrame() for the shadows of its bars. */
export function windowSun(): Lighting {
  const sun: Vec3 = [-2600, 1750, 1500];
  const window = panel([-1250, 620, 480], [0, 120, 0], 900, 1150);
  return {
    key: { ...panel(sun, [0, 80, 0], 70, 70), colour: [1.32, 1.16, 0.93], distance: Math.hypot(...sun) },
    mirrored: { ...window, colour: [4.6, 4.7, 4.8], panes: [2, 3] },
    sky: { top: [0.3, 0.31, 0.32], left: [0.56, 0.6, 0.64], right: [0.17, 0.16, 0.145], floor: [0.2, 0.17, 0.14] },
  };
}

/** Dusk at the window: what is lit in the room is brighter than the sky. */
export function duskWindow(): Lighting {
  const { key, mirrored, sky } = northWindow();
  const dim = ([red, green, blue]: Vec3, by: number): Vec3 => [red * by * 0.86, green * by * 0.96, blue * by * 1.12];
  return {
    key: { ...key, colour: dim(key.colour, 0.3) },
    mirrored: { ...mirrored, colour: dim(mirrored.colour, 0.3) },
    sky: { top: dim(sky.top, 0.3), left: dim(sky.left, 0.3), right: dim(sky.right, 0.3), floor: dim(sky.floor, 0.3) },
  };
}

/** A big window without sun: soft, cool, from the side. */
export function northWindow(): Lighting {
  const window = panel([-1150, 560, 260], [0, 120, 0], 820, 1050);
  return {
    key: { ...window, colour: [1.3, 1.29, 1.26], distance: Math.hypot(1150, 440, 260) },
    mirrored: { ...window, colour: [5.0, 5.1, 5.2], panes: [2, 3] },
    sky: { top: [0.5, 0.49, 0.475], left: [0.5, 0.5, 0.5], right: [0.27, 0.255, 0.24], floor: [0.3, 0.26, 0.22] },
  };
}
