import type { Vec3 } from './solid.ts';

export interface Camera {
  from: Vec3;
  at: Vec3;
  /** Vertical angle of view, degrees. */
  angle: number;
  /** A point in the sharp plane, and the radius of the lens opening, mm (0: all sharp). */
  focus: Vec3;
  lens: number;
}

export interface Framing {
  /** What the picture looks at. */
  at: Vec3;
  /** Height of the picture at that point, mm. */
  frame: number;
  /** Degrees round the piece (0: from the front, positive: from the right) and above the table. */
  round?: number;
  above?: number;
  angle?: number;
  lens?: number;
  focus?: Vec3;
}

export function createCamera({ at, frame, round = 0, above = 8, angle = 16, lens = 0, focus = at }: Framing): Camera {
  const distance = frame / 2 / Math.tan((angle * Math.PI) / 360);
  const [turn, rise] = [(round * Math.PI) / 180, (above * Math.PI) / 180];
  const from: Vec3 = [
    at[0] + distance * Math.sin(turn) * Math.cos(rise),
    at[1] + distance * Math.sin(rise),
    at[2] + distance * Math.cos(turn) * Math.cos(rise),
  ];
  return { from, at, angle, focus, lens };
}
