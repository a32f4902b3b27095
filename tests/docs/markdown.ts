import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Row {
  /** Inline code in the first cell. */
  readonly names: readonly string[];
  readonly cells: readonly string[];
}

export interface Section {
  readonly title: string;
  readonly text: string;
  /** Rows of all its tables, without headings. */
  readonly rows: readonly Row[];
}

export const root = resolve(import.meta.dirname, '../..');

/** Sections of a page in `docs/`, from each heading to the next one of any level. */
export function readDoc(name: string): Section[] {
  const text = readFileSync(resolve(root, 'docs', name), 'utf8');
  return text.split(/^#+ /m).map((part) => {
    const [title = '', ...lines] = part.split('\n');
    return { title, text: lines.join('\n'), rows: lines.flatMap(parseRow) };
  });
}

/** Inline code in the first cells of all rows, sorted. */
export function readNames(sections: readonly Section[]): string[] {
  return sections.flatMap(({ rows }) => rows.flatMap(({ names }) => names)).sort();
}

export function findCode(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');
}

/** Parses a table row that begins with inline code. */
function parseRow(line: string): Row[] {
  if (!line.startsWith('| `')) return [];
  const cells = line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
  return [{ names: findCode(cells[0] ?? ''), cells }];
}
