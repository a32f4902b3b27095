import type { House } from './boundary-violation.ts';
import { placeOf } from './places.ts';
import { type Source, walk } from './sources.ts';

export interface Manifest {
  readonly feature: string;
  readonly source: Source;
  /** Undefined when `needs` is not a list of plain strings. */
  readonly needs: readonly string[] | undefined;
  readonly needsLine: number;
}

/** The manifests by feature folder, read from the `needs: […]` of each feature.ts. */
export function manifestsOf({ product }: House): Map<string, Manifest> {
  const found = new Map<string, Manifest>();
  for (const source of product) {
    const { feature, inside } = placeOf(source.path);
    if (feature !== undefined && inside === 'feature.ts') found.set(feature, readManifest(feature, source));
  }
  return found;
}

function readManifest(feature: string, source: Source): Manifest {
  let needs: string[] | undefined = [];
  let needsLine = 1;
  walk(source.program, {
    Property(node) {
      if (node.key.type !== 'Identifier' || node.key.name !== 'needs' || needsLine !== 1) return;
      needsLine = source.lineAt(node.start);
      const value = node.value.type === 'TSAsExpression' ? node.value.expression : node.value;
      needs = value.type === 'ArrayExpression' ? stringsOf(value.elements) : undefined;
    },
  });
  return { feature, source, needs, needsLine };
}

function stringsOf(elements: readonly ({ type: string; value?: unknown } | null)[]): string[] | undefined {
  const texts = elements.map((element) => (element?.type === 'Literal' ? element.value : undefined));
  return texts.every((text) => typeof text === 'string') ? texts : undefined;
}
