import type { House, Rule } from './boundary-violation.ts';

/** The circles of a graph: one list of nodes for each group that can reach itself, first and last the same. */
export function circlesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const settled = new Set<string>();
  for (const start of edges.keys()) {
    if (settled.has(start)) continue;
    const circle = wayBack(edges, start, settled);
    if (circle === undefined) settled.add(start);
    else {
      circles.push(circle);
      for (const node of circle) settled.add(node);
    }
  }
  return circles;
}

/** The shortest way from a node back to itself, passing none that is settled. */
function wayBack(
  edges: ReadonlyMap<string, readonly string[]>,
  start: string,
  settled: ReadonlySet<string>,
): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of edges.get(node) ?? []) {
      if (next === start) return [start, ...trail(cameFrom, node, start), start];
      if (cameFrom.has(next) || settled.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

function trail(cameFrom: ReadonlyMap<string, string>, end: string, start: string): string[] {
  const way: string[] = [];
  for (let node: string | undefined = end; node !== undefined && node !== start; node = cameFrom.get(node))
    way.unshift(node);
  return way;
}

/** Every import of a file, of types and by `import()` too: what must be read to understand it. */
export function importGraph({ product, support }: House): Map<string, string[]> {
  return new Map(
    [...product, ...support].map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]),
  );
}

export const importCircles: Rule = {
  name: 'import-circle',
  because: 'files in a circle can only be read and changed together, even when only types tie them',
  find: (house) =>
    circlesOf(importGraph(house)).map((circle) => {
      const [file = '', next] = circle;
      const line = house.byPath.get(file)?.imports.find(({ target }) => target === next)?.line ?? 1;
      return { file, line, what: `imports in a circle: ${circle.join(' → ')}` };
    }),
};
