import { curve, inset, refine, roundCorners, type SectionPoint } from './profile.ts';
import { createGrid, type Solid, type Vec3 } from './solid.ts';
import type { Surface } from './surfaces.ts';

/** Where a section point at `r` goes at `angle`; a circle unless another outline is given. */
export type Outline = (r: number, angle: number) => [x: number, z: number];

export interface Turned {
  surface: Surface;
  section: SectionPoint[];
  /** Height of the glaze line on the outside, mm; below it the clay is bare. */
  glazeLine: number;
  columns?: number;
  outline?: Outline;
  /** Moves each point at the end: spouts, dents, unevenness. */
  shape?: (at: Vec3, angle: number) => Vec3;
  longest?: number;
}

const circle: Outline = (r, angle) => [r * Math.cos(angle), r * Math.sin(angle)];

/** Revolves a section that runs from the middle of the underside up over the lip and inside. */
export function turned({
  surface,
  section,
  glazeLine,
  columns = 128,
  outline = circle,
  shape,
  longest = 3.5,
}: Turned): Solid {
  const points = refine(section, longest);
  const arcs = measureArcs(points);
  const edges = measureSharpness(points, arcs);
  const lip = points.reduce((best, point, index) => (point.y > (points[best]?.y ?? 0) ? index : best), 0);
  const outside = points.findIndex(
    (point, index) =>
      index > 0 && point.y >= glazeLine && point.r > (points[0]?.r ?? 0) + 1 && isClimbing(points, index),
  );
  const lineArc = arcs[Math.max(0, outside)] ?? 0;
  const foot = arcs[arcs.length - 1] ?? 0;
  return createGrid(surface, { rows: points.length, columns, wrap: true }, (row, column) => {
    const angle = (column / columns) * 2 * Math.PI;
    const { r, y } = points[row] ?? { r: 0, y: 0 };
    const [x, z] = outline(r, angle);
    const arc = arcs[row] ?? 0;
    const at: Vec3 = [x, y, z];
    return {
      at: shape ? shape(at, angle) : at,
      coat: [row > lip ? foot : arc - lineArc, edges[row] ?? 0, arc, row > lip ? 1 : 0],
      uv: [column / columns, arc / foot],
    };
  });
}

function isClimbing(points: SectionPoint[], index: number): boolean {
  const [before, here] = [points[index - 1], points[index]];
  return Boolean(
    before &&
      here &&
      (here.y - before.y > 0.05 || here.r - before.r > 1.5) &&
      here.r > 4 &&
      !(here.y === before.y && before.r < 4),
  );
}

function measureArcs(points: SectionPoint[]): number[] {
  let total = 0;
  return points.map((point, index) => {
    const before = points[index - 1] ?? point;
    total += Math.hypot(point.r - before.r, point.y - before.y);
    return total;
  });
}

// Convexity of the section, smoothed over about 3 mm: glaze is thin there.
function measureSharpness(points: SectionPoint[], arcs: number[]): number[] {
  const bend = points.map((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before || !after) return 0;
    const [a, b] = [
      Math.atan2(point.y - before.y, point.r - before.r),
      Math.atan2(after.y - point.y, after.r - point.r),
    ];
    const turn = Math.atan2(Math.sin(b - a), Math.cos(b - a));
    return Math.max(0, turn);
  });
  return points.map((_, index) => {
    let sum = 0;
    for (let other = 0; other < points.length; other++) {
      const away = (arcs[other] ?? 0) - (arcs[index] ?? 0);
      if (Math.abs(away) < 9) sum += (bend[other] ?? 0) * Math.exp(-(away ** 2) / 10);
    }
    return Math.min(1, Math.max(0, (sum - 0.35) / 1.9));
  });
}

export interface Vessel extends Omit<Turned, 'section'> {
  /** Outside of the wall from the foot up to the lip. */
  wall: [r: number, y: number][];
  /** Wall thickness at the foot and at the lip, mm. */
  thickness: [foot: number, lip: number];
  /** Height of the floor inside. */
  floor: number;
  /** Rounding where the wall meets the floor inside. */
  well?: number;
  /** Ring below the wall, up to where the wall begins. Default: a flat base. */
  foot?: { radius: number; width: number; recess: number };
}

export function vessel({ wall, thickness, floor, well = 12, foot, ...rest }: Vessel): Solid {
  const outside = curve(wall);
  const within = inset(outside, (share) => thickness[0] + (thickness[1] - thickness[0]) * share ** 0.6).reverse();
  const section = roundCorners([
    ...createUnderside(outside, foot),
    ...outside.slice(1),
    ...createLip(outside, within),
    ...createWell(within, floor, well),
  ]);
  return turned({ ...rest, section });
}

function createUnderside(outside: SectionPoint[], foot: Vessel['foot']): SectionPoint[] {
  const start = outside[0] ?? { r: 0, y: 0 };
  if (!foot)
    return [
      { r: 0, y: 0.6 },
      { r: start.r * 0.8, y: 0.6 },
      { r: start.r - 2.5, y: 0, round: 1 },
      { r: start.r, y: start.y },
    ];
  const inner = foot.radius - foot.width;
  return [
    { r: 0, y: foot.recess },
    { r: inner - 1.5, y: foot.recess, round: 2 },
    { r: inner, y: 0, round: 1.2 },
    { r: foot.radius, y: 0, round: 1.4 },
    { r: foot.radius + 0.6, y: start.y, round: 1 },
    { r: start.r, y: start.y + 0.4 },
  ];
}

function createLip(outside: SectionPoint[], within: SectionPoint[]): SectionPoint[] {
  const [a, b] = [outside[outside.length - 1], within[0]];
  if (!a || !b) return [];
  const middle = { r: (a.r + b.r) / 2, y: (a.y + b.y) / 2 };
  const radius = Math.hypot(a.r - b.r, a.y - b.y) / 2;
  const start = Math.atan2(a.y - middle.y, a.r - middle.r);
  return Array.from({ length: 7 }, (_, index) => {
    const angle = start + ((index + 1) / 8) * Math.PI;
    return { r: middle.r + Math.cos(angle) * radius, y: middle.y + Math.sin(angle) * radius };
  });
}

function createWell(within: SectionPoint[], floor: number, well: number): SectionPoint[] {
  const kept = within.filter((point) => point.y > floor + 0.4);
  const last = kept[kept.length - 1] ?? { r: 10, y: floor };
  return [...kept, { r: Math.max(1, last.r - 0.5), y: floor, round: well }, { r: 0, y: floor - 0.3 }];
}
