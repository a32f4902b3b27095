import { onPaper } from '../arrange.ts';
import type { BackdropName } from '../backdrop.ts';
import type { Framing } from '../camera.ts';
import { clay, type GlazeName, glazes } from '../glazes.ts';
import type { Solid } from '../solid.ts';
import type { Arrangement } from '../subject.ts';
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
export const paperFor: Record<GlazeName, BackdropName> = {
  chalk: 'sage',
  oat: 'slate',
  celadon: 'sand',
  tide: 'chalk',
  ink: 'sand',
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
