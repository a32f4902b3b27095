import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { detectEncoding, type Encoding, type OddLines, readFileStart, readText } from './encoding.ts';
import type { RowMessage } from './report.ts';

/** Encoding and separator of a file. */
export interface TableFormat {
  readonly encoding: Encoding;
  readonly separator: string;
  /** Lines that are not in the encoding of the others. */
  readonly odd?: OddLines | null | undefined;
}

export interface TableRow {
  /** Where the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row that cannot be parsed. Later rows can. */
export interface BrokenRow {
  readonly line: number;
  readonly problem: string;
}

/** A file that cannot be read from `line` on. */
export class UnreadableFile extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Bytes. */
const longestRow = 4 * 1024 * 1024;
const firstLine = 64 * 1024;

const problems: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: 'a quote ends in the middle of a cell; within quotes, a quote is written twice',
  INVALID_OPENING_QUOTE: 'a quote begins in the middle of a cell; a cell with quotes stands in quotes itself',
  CSV_QUOTE_NOT_CLOSED: 'a quote begins here and never ends',
  CSV_MAX_RECORD_SIZE: `a row is longer than ${longestRow / 1024 / 1024} MB`,
};

/**
 * Detects encoding and separator. The separator is the one that gives the most known head cells.
 * @param isHead whether a lower-case cell of the first line is a known column
 */
export async function detectFormat(file: string, isHead: (cell: string) => boolean): Promise<TableFormat> {
  const { encoding, odd } = await detectEncoding(file);
  const text = new TextDecoder(encoding).decode(await readFileStart(file, firstLine), { stream: true });
  const [first = '', second = ''] = text.split(/\r\n?|\n/, 2);
  const hinted = /^"?sep=(.)"?$/i.exec(first)?.[1];
  const known = (separator: string) =>
    splitCells(hinted === undefined ? first : second, separator).filter((cell) => isHead(cell.trim().toLowerCase()));
  const counted = [hinted ?? ',', ',', ';', '\t', '|'].map((separator) => ({
    separator,
    count: known(separator).length,
  }));
  return { encoding, odd, separator: counted.toSorted((one, other) => other.count - one.count)[0]?.separator ?? ',' };
}

/** The report's message about lines that are not UTF-8. */
export function createOddLinesMessage({ line, count }: OddLines): RowMessage<'NOT_UTF8'> {
  const more = count === 1 ? '' : `, and of ${count - 1} more,`;
  const message = `a letter of this line${more} is not in UTF-8 as the rest of the file is; look at how it was read`;
  return { level: 'warning', line, column: '', code: 'NOT_UTF8', message };
}

/** Splits a line into cells. Good enough for heads: ignores quotes within cells. */
function splitCells(line: string, separator: string): string[] {
  const unquoted = line.split('"').map((part, at) => (at % 2 === 0 ? part.replaceAll(separator, '\n') : part));
  return unquoted.join('').split('\n');
}

/**
 * Streams the rows of a CSV file, the head first, without empty lines. Uses at most a few megabytes
 * of memory.
 * @throws UnreadableFile where it can't go on
 */
export async function* readRows(
  file: string,
  { encoding, separator }: TableFormat,
): AsyncGenerator<TableRow | BrokenRow> {
  const broken: BrokenRow[] = [];
  let next = 1;
  const parser = parse({
    info: true,
    delimiter: separator,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    skip_records_with_error: true,
    on_skip(error) {
      if (!error) return;
      const problem = problems[error.code] ?? error.message;
      if (error.code === 'CSV_MAX_RECORD_SIZE') parser.destroy(error);
      else if (error.code === 'CSV_QUOTE_NOT_CLOSED') broken.push({ line: next, problem });
      else broken.push({ line: Number(error.lines), problem });
    },
  });
  const source = Readable.from(readText(file, encoding), { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<{ record: string[]; info: Info }>) {
      // The parser tells where a row ends; a quoted cell may hold line breaks.
      const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
      const line = info.lines - breaks;
      yield* linesBefore(broken, line);
      next = info.lines + 1;
      if (line > 1 || !/^sep=/i.test(record[0] ?? '')) yield { line, cells: record };
    }
    yield* linesBefore(broken, Number.POSITIVE_INFINITY);
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(next, problems[error.code] ?? error.message);
    throw error;
  } finally {
    source.destroy();
  }
}

/** Removes and returns the broken rows above a line, each line once. */
function* linesBefore(broken: BrokenRow[], line: number): Generator<BrokenRow> {
  let last = 0;
  while (broken[0] && broken[0].line < line) {
    const [first] = broken.splice(0, 1);
    if (first && first.line !== last) yield first;
    last = first?.line ?? 0;
  }
}
