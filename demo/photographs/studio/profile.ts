/** Distance from the axis and height in mm; `round` is the radius of the corner. */
export interface SectionPoint {
  r: number;
  y: number;
  round?: number;
}

/** A centripetal Catmull-Rom curve through control points, about `step` mm between points. */
export function curve(controls: [r: number, y: number][], step = 1.6): SectionPoint[] {
  const points: SectionPoint[] = [];
  const at = (index: number) => controls[Math.max(0, Math.min(controls.length - 1, index))] ?? [0, 0];
  for (let span = 0; span < controls.length - 1; span++) {
    const [p0, p1, p2, p3] = [at(span - 1), at(span), at(span + 1), at(span + 2)];
    const pieces = Math.max(2, Math.ceil(Math.hypot(p2[0] - p1[0], p2[1] - p1[1]) / step));
    for (let piece = 0; piece < pieces; piece++) points.push(between(p0, p1, p2, p3, piece / pieces));
  }
  const [r, y] = at(controls.length - 1);
  points.push({ r, y });
  return points;
}

type Pair = [number, number];

function between(p0: Pair, p1: Pair, p2: Pair, p3: Pair, t: number): SectionPoint {
  const knot = (a: Pair, b: Pair) => Math.max(1e-4, Math.sqrt(Math.hypot(b[0] - a[0], b[1] - a[1])));
  const [before, here, after] = [knot(p0, p1), knot(p1, p2), knot(p2, p3)];
  const axis = (k: 0 | 1) => {
    const [a, b, c, d] = [p0[k], p1[k], p2[k], p3[k]];
    const start = p0 === p1 ? c - b : here * ((b - a) / before - (c - a) / (before + here) + (c - b) / here);
    const end = p2 === p3 ? c - b : here * ((c - b) / here - (d - b) / (here + after) + (d - c) / after);
    const [t2, t3] = [t ** 2, t ** 3];
    return (2 * t3 - 3 * t2 + 1) * b + (t3 - 2 * t2 + t) * start + (3 * t2 - 2 * t3) * c + (t3 - t2) * end;
  };
  return { r: axis(0), y: axis(1) };
}

/** Replaces each corner that has a `round` by an arc. */
export function roundCorners(points: SectionPoint[]): SectionPoint[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!point.round || !before || !after) return [point];
    return arc(before, point, after, point.round);
  });
}

function arc(before: SectionPoint, corner: SectionPoint, after: SectionPoint, radius: number): SectionPoint[] {
  const reach = (to: SectionPoint) => Math.hypot(to.r - corner.r, to.y - corner.y);
  const cut = (to: SectionPoint) => {
    const share = Math.min(radius, reach(to) * 0.48) / reach(to);
    return { r: corner.r + (to.r - corner.r) * share, y: corner.y + (to.y - corner.y) * share };
  };
  const [start, end] = [cut(before), cut(after)];
  const pieces = Math.max(4, Math.min(14, Math.ceil(radius * 1.2)));
  return Array.from({ length: pieces + 1 }, (_, piece) => {
    const t = piece / pieces;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return { r: a * start.r + b * corner.r + c * end.r, y: a * start.y + b * corner.y + c * end.y };
  });
}

/** Splits long straight runs, so that baked light and bumps have vertices to live on. */
export function refine(points: SectionPoint[], longest: number): SectionPoint[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1];
    if (!next) return [point];
    const pieces = Math.max(1, Math.ceil(Math.hypot(next.r - point.r, next.y - point.y) / longest));
    return Array.from({ length: pieces }, (_, piece) => ({
      r: point.r + ((next.r - point.r) * piece) / pieces,
      y: point.y + ((next.y - point.y) * piece) / pieces,
    }));
  });
}

/** Offsets the line to its left, towards the axis if it rises, by `thickness(share)` mm. */
export function inset(points: SectionPoint[], thickness: (share: number) => number): SectionPoint[] {
  return points.map((point, index) => {
    const before = points[Math.max(0, index - 1)] ?? point;
    const after = points[Math.min(points.length - 1, index + 1)] ?? point;
    const [dr, dy] = [after.r - before.r, after.y - before.y];
    const length = Math.hypot(dr, dy) || 1;
    const depth = thickness(index / (points.length - 1));
    return { r: Math.max(0, point.r - (dy / length) * depth), y: point.y + (dr / length) * depth };
  });
}
