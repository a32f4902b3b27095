import { createGrid, type Solid } from './solid.ts';

export type BackdropName = 'sand' | 'chalk' | 'slate' | 'sage' | 'clay';

export const backdrops: Record<BackdropName, string> = {
  sand: '#d8cab6',
  chalk: '#e4ded3',
  slate: '#9b9b94',
  sage: '#b6baa9',
  clay: '#cab49d',
};

const radius = 640;
const columns = 121;
const floorRows = 101;

/** Paper from the floor up the wall without a seam; its mesh is finest under `size` mm. */
export function createBackdrop(name: BackdropName, size: number): Solid {
  const line = sweepLine(size);
  const colour = backdrops[name];
  const solid = createGrid(
    { kind: 'backdrop', colour, second: colour, roughness: 0.9, seed: 3 },
    { rows: line.length, columns, wrap: false },
    (row, column) => {
      const { y, z } = line[row] ?? { y: 0, z: 0 };
      return { at: [-spaced((column / (columns - 1)) * 2 - 1, size * 0.85, 2600), y, z] };
    },
  );
  return { ...solid, castsShadow: false };
}

// Even steps within `core`, then growing ones up to `reach`; `share` is from -1 to 1.
function spaced(share: number, core: number, reach: number): number {
  const inner = 0.74;
  const size = Math.abs(share);
  if (size <= inner) return (share / inner) * core;
  return Math.sign(share) * core * (reach / core) ** ((size - inner) / (1 - inner));
}

function sweepLine(size: number): { y: number; z: number }[] {
  const turn = Math.max(520, size * 1.7);
  const floor = Array.from({ length: floorRows }, (_, index) => {
    const share = 1 - (index / (floorRows - 1)) * 2;
    return { y: 0, z: spaced(share, size * 0.85, share > 0 ? 1800 : turn) };
  });
  const bend = Array.from({ length: 12 }, (_, index) => {
    const angle = ((index + 1) / 12) * (Math.PI / 2);
    return { y: radius * (1 - Math.cos(angle)), z: -turn - radius * Math.sin(angle) };
  });
  const wall = Array.from({ length: 10 }, (_, index) => ({ y: radius + (index + 1) * 200, z: -turn - radius }));
  return [...floor, ...bend, ...wall];
}
