import type { Outline } from './turned.ts';

/** A rectangle with rounded corners; it has its full size where the section's r is `reach`. */
export function rectangle(length: number, width: number, corner: number, reach: number): Outline {
  const [a, b] = [length / 2, width / 2];
  const straights = [2 * (b - corner), 2 * (a - corner)] as const;
  const bow = (Math.PI / 2) * corner;
  const lengths = [straights[0], bow, straights[1], bow, straights[0], bow, straights[1], bow];
  const total = lengths.reduce((sum, side) => sum + side, 0);
  return (r, angle) => {
    const inset = reach - r;
    const [halfX, halfZ] = [Math.max(0, a - inset), Math.max(0, b - inset)];
    const round = Math.min(Math.max(0.01, corner - inset), halfX, halfZ);
    let rest = ((angle / (2 * Math.PI)) * total + straights[0] / 2) % total;
    let side = 0;
    while (side < 7 && rest > (lengths[side] ?? 0)) rest -= lengths[side++] ?? 0;
    return sideAt(side, rest / (lengths[side] ?? 1), halfX, halfZ, round);
  };
}

// Sides from the right: straight, corner, straight, corner; the other half is mirrored.
function sideAt(side: number, share: number, halfX: number, halfZ: number, round: number): [number, number] {
  const mirror = side > 3 ? -1 : 1;
  const [x, z] = [halfX - round, halfZ - round];
  const turn = (share * Math.PI) / 2;
  switch (side % 4) {
    case 0:
      return [mirror * halfX, mirror * (share * 2 - 1) * z];
    case 1:
      return [mirror * (x + round * Math.cos(turn)), mirror * (z + round * Math.sin(turn))];
    case 2:
      return [mirror * (1 - share * 2) * x, mirror * halfZ];
    default:
      return [mirror * (-x - round * Math.sin(turn)), mirror * (z + round * Math.cos(turn))];
  }
}

/** An ellipse that is `ratio` times as long (x) as it is wide. */
export function ellipse(ratio: number): Outline {
  return (r, angle) => [r * ratio * Math.cos(angle), r * Math.sin(angle)];
}

/** A hexagon with corners to the left and right; r is half the distance between flats. */
export const hexagon: Outline = (r, angle) => {
  const sixth = Math.PI / 3;
  const within = ((angle % sixth) + sixth) % sixth;
  const reach = r / Math.cos(within - sixth / 2);
  return [reach * Math.cos(angle), reach * Math.sin(angle)];
};
