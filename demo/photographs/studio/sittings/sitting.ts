import { onPaper } from '../arrange.ts';
import type { BackdropName } from '../backdrop.ts';
import type { Framing } from '../camera.ts';
import { clay, type GlazeName, glazes } from '../glazes.ts';
import type { Arrangement } from '../render/subject.ts';
import type { Solid, Vec3 } from '../solid.ts';
import type { Glazed, Liquid } from '../surfaces.ts';

export interface Shot {
  /** Name of the file without its ending. */
  view: string;
  framing: Framing;
}

/** Shots that share one arrangement share its baked light. */
export interface Sitting {
  arrangement: () => Arrangement;
  shots: Shot[];
}

/** The paper that suits each glaze. */
export const backdropByGlaze: Record<GlazeName, BackdropName> = {
  chalk: 'sage',
  oat: 'slate',
  celadon: 'sand',
  tide: 'chalk',
  ink: 'sand',
  rust: 'chalk',
  samphire: 'sand',
  straw: 'slate',
  bare: 'sage',
};

export const coffee: Liquid = { kind: 'liquid', colour: '#24150c', second: '#24150c', roughness: 0.08, seed: 1 };

/** The glaze on our clay; another seed is another piece of the same kind. */
export function glazed(glaze: GlazeName, seed: number): Glazed {
  return { kind: 'glazed', glaze: glazes[glaze], clay, seed };
}

/** Pieces `size` mm across on paper, in the views that are given by name. */
export function alone(
  backdrop: BackdropName,
  size: number,
  pieces: () => Solid[],
  views: Record<string, Framing>,
): Sitting {
  const shots = Object.entries(views).map(([view, framing]) => ({ view, framing }));
  return { arrangement: () => onPaper(backdrop, pieces(), size), shots };
}

export function scene(arrangement: () => Arrangement, framing: Framing): Sitting {
  return { arrangement, shots: [{ view: 'scene', framing }] };
}

/**
 * The usual views of a standing piece, by its width and height in mm. `tilt`: degrees above the
 * table in the front view; `middle`: mm from the axis to its centre, as with a handle.
 */
export function standing(width: number, height: number, tilt = 9, middle = 0): Record<string, Framing> {
  const frame = Math.max((height * 0.85 + width * 0.53) / 0.71, height * 1.6, width * 1.64);
  const near: Vec3 = [-width * 0.1, height * 0.3, width * 0.36];
  return {
    front: { at: [middle, height * 0.48, 0], frame, above: tilt },
    'three-quarter': { at: [middle * 0.7, height * 0.45, 0], frame, above: 32, round: -20 },
    close: { at: near, frame: frame * 0.44, above: tilt + 4, round: -12, lens: 3, focus: near },
  };
}

/** The usual views of a piece that lies flat, `width` mm across. */
export function lying(width: number, height: number): Record<string, Framing> {
  const near: Vec3 = [-width * 0.26, height * 0.7, width * 0.2];
  return {
    front: { at: [0, height * 0.4, 0], frame: width * 1.56, above: 40 },
    'three-quarter': { at: [0, height * 0.45, 0], frame: width * 1.52, above: 22, round: 24 },
    close: { at: near, frame: width * 0.5, above: 28, round: -26, lens: 3.2, focus: near },
  };
}

/** A sitting per glaze: the first in all views, others from the front only (`front-<glaze>`). */
export function inGlazes(
  names: GlazeName[],
  size: number,
  pieces: (glaze: GlazeName) => Solid[],
  { front, ...others }: Record<string, Framing>,
): Sitting[] {
  return names.map((glaze, index) =>
    alone(backdropByGlaze[glaze], size, () => pieces(glaze), {
      ...(front ? { [`front-${glaze}`]: front } : {}),
      ...(index === 0 ? others : {}),
    }),
  );
}
