import type { Project, Rule } from './boundary-violation.ts';

/** Cycles of a graph as lists of nodes whose first and last node are the same. */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const settled = new Set<string>();
  for (const start of edges.keys()) {
    if (settled.has(start)) continue;
    const cycle = findShortestCycle(edges, start, settled);
    if (cycle === undefined) settled.add(start);
    else {
      cycles.push(cycle);
      for (const node of cycle) settled.add(node);
    }
  }
  return cycles;
}

/** The shortest cycle through a node that avoids settled nodes. */
function findShortestCycle(
  edges: ReadonlyMap<string, readonly string[]>,
  start: string,
  settled: ReadonlySet<string>,
): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of edges.get(node) ?? []) {
      if (next === start) return [start, ...tracePath(cameFrom, node, start), start];
      if (cameFrom.has(next) || settled.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

function tracePath(cameFrom: ReadonlyMap<string, string>, end: string, start: string): string[] {
  const nodes: string[] = [];
  for (let node: string | undefined = end; node !== undefined && node !== start; node = cameFrom.get(node))
    nodes.unshift(node);
  return nodes;
}

/** All imports of each file, including types and `import()`. */
export function createImportGraph({ product, support }: Project): Map<string, string[]> {
  return new Map(
    [...product, ...support].map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]),
  );
}

export const importCycles: Rule = {
  name: 'import-cycle',
  because: 'files in a cycle can only be understood and changed together, even if only types connect them',
  find: (project) =>
    findCycles(createImportGraph(project)).map((cycle) => {
      const [file = '', next] = cycle;
      const line = project.byPath.get(file)?.imports.find(({ target }) => target === next)?.line ?? 1;
      return { file, line, what: `imports form a cycle: ${cycle.join(' → ')}` };
    }),
};
