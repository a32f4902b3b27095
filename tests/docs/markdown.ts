import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Row {
  /** What stands as code in the first cell. */
  readonly names: readonly string[];
  readonly cells: readonly string[];
}

export interface Section {
  readonly title: string;
  readonly text: string;
  /** Of all its tables, heads left out. */
  readonly rows: readonly Row[];
}

export const root = resolve(import.meta.dirname, '../..');

/** The parts of a page of `docs/`, each from its heading to the next, whatever its level. */
export function readDoc(name: string): Section[] {
  const text = readFileSync(resolve(root, 'docs', name), 'utf8');
  return text.split(/^#+ /m).map((part) => {
    const [title = '', ...lines] = part.split('\n');
    return { title, text: lines.join('\n'), rows: lines.flatMap(rowOf) };
  });
}

/** What stands as code in the first cells. */
export function namesOf(sections: readonly Section[]): string[] {
  return sections.flatMap(({ rows }) => rows.flatMap(({ names }) => names)).sort();
}

export function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');
}

/** A table's row whose first cell names something as code. */
function rowOf(line: string): Row[] {
  if (!line.startsWith('| `')) return [];
  const cells = line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
  return [{ names: codeIn(cells[0] ?? ''), cells }];
}
