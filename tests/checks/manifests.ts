import type { Project } from './boundary-violation.ts';
import { locateFile } from './locations.ts';
import { type Source, visitNodes } from './sources.ts';

export interface Manifest {
  readonly feature: string;
  readonly source: Source;
  /** Undefined when `needs` is not a list of plain strings. */
  readonly needs: readonly string[] | undefined;
  readonly needsLine: number;
}

/** Manifests by feature folder, read from `needs: […]` in each feature.ts. */
export function readManifests({ product }: Project): Map<string, Manifest> {
  const found = new Map<string, Manifest>();
  for (const source of product) {
    const { feature, inside } = locateFile(source.path);
    if (feature !== undefined && inside === 'feature.ts') found.set(feature, readManifest(feature, source));
  }
  return found;
}

function readManifest(feature: string, source: Source): Manifest {
  let needs: string[] | undefined = [];
  let needsLine = 1;
  visitNodes(source.program, {
    Property(node) {
      if (node.key.type !== 'Identifier' || node.key.name !== 'needs' || needsLine !== 1) return;
      needsLine = source.lineAt(node.start);
      const value = node.value.type === 'TSAsExpression' ? node.value.expression : node.value;
      needs = value.type === 'ArrayExpression' ? readStrings(value.elements) : undefined;
    },
  });
  return { feature, source, needs, needsLine };
}

function readStrings(elements: readonly ({ type: string; value?: unknown } | null)[]): string[] | undefined {
  const texts = elements.map((element) => (element?.type === 'Literal' ? element.value : undefined));
  return texts.every((text) => typeof text === 'string') ? texts : undefined;
}
