import { escapeFormula, formatCsvLine, unescapeFormula } from '#platform/csv/csv-line.ts';
import { detectFormat, readRows, UnreadableFile } from '#platform/csv/read-rows.ts';
import { type Synonym, synonymSchema } from './synonym.ts';

const columns = ['words', 'finds', 'terms'] as const;

/** Parses a cell or an option: 'blue, navy' → ['blue', 'navy']. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export function formatSynonyms(synonyms: readonly Synonym[]): string {
  const rows = synonyms.map((synonym) => columns.map((column) => synonym[column].join(', ')));
  return [columns, ...rows].map((row) => formatCsvLine(row.map(escapeFormula))).join('');
}

export interface SynonymFile {
  readonly synonyms: readonly Synonym[];
  /** Messages, each with the number of its line. */
  readonly problems: readonly string[];
}

/** Reads a CSV file with the columns `words`, `finds` and `terms`, whose cells are lists with commas. */
export async function readSynonyms(file: string): Promise<SynonymFile> {
  const synonyms: Synonym[] = [];
  const problems: string[] = [];
  let head: readonly string[] | null = null;
  try {
    const isColumn = (cell: string) => columns.some((column) => column === cell);
    for await (const row of readRows(file, await detectFormat(file, isColumn))) {
      if ('problem' in row) problems.push(`line ${row.line}: ${row.problem}`);
      else if (head === null) {
        head = row.cells.map((cell) => cell.trim().toLowerCase());
        if (!head.includes('words')) return { synonyms, problems: ['line 1: the file has no column words'] };
      } else {
        const { cells, line } = row;
        const names = head;
        const read = (column: string) => splitList(unescapeFormula(cells[names.indexOf(column)] ?? ''));
        const parsed = synonymSchema.safeParse({ words: read('words'), finds: read('finds'), terms: read('terms') });
        if (parsed.success) synonyms.push(parsed.data);
        else problems.push(`line ${line}: ${parsed.error.issues.map(({ message }) => message).join(' ')}`);
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    problems.push(`line ${error.line}: ${error.message}`);
  }
  return { synonyms, problems };
}
