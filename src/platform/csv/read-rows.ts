import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { type DetectedEncoding, detectEncoding, type Encoding, readFileStart, readText } from './encoding.ts';
import type { CsvCode } from './errors.ts';
import type { RowMessage } from './report.ts';

export interface TableFormat extends Pick<DetectedEncoding, 'encoding'>, Partial<Omit<DetectedEncoding, 'encoding'>> {
  readonly separator: string;
}

export interface TableRow {
  /** Line where the row begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row that cannot be parsed. Later rows can still be read. */
export interface BrokenRow {
  readonly line: number;
  readonly problem: string;
}

/** Thrown when a file cannot be read from `line` on. */
export class UnreadableFile extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const maxRowBytes = 4 * 1024 * 1024;
const headBytes = 64 * 1024;

const problems: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: 'a quote ends in the middle of a cell; inside a quoted cell, write a quote twice',
  INVALID_OPENING_QUOTE: 'a quote begins in the middle of a cell; a cell that contains quotes must itself be quoted',
  CSV_QUOTE_NOT_CLOSED: 'a quote begins here and never ends',
  CSV_MAX_RECORD_SIZE: `a row is longer than ${maxRowBytes / 1024 / 1024} MB`,
};

/**
 * Detects encoding and separator. The separator is the one that gives the most known head cells.
 * @param isHead whether a lower-case cell of the first line is a known column
 * @param chosen the encoding that the person chose
 */
export async function detectFormat(
  file: string,
  isHead: (cell: string) => boolean,
  chosen?: Encoding,
): Promise<TableFormat> {
  const detected = chosen ? { encoding: chosen } : await detectEncoding(file);
  const { encoding } = detected;
  const text = new TextDecoder(encoding).decode(await readFileStart(file, headBytes), { stream: true });
  const [first = '', second = ''] = text.split(/\r\n?|\n/, 2);
  const declared = /^"?sep=(.)"?$/i.exec(first)?.[1];
  const findHeads = (separator: string) =>
    splitCells(declared === undefined ? first : second, separator).filter((cell) => isHead(cell.trim().toLowerCase()));
  const candidates = [declared ?? ',', ',', ';', '\t', '|'].map((separator) => ({
    separator,
    count: findHeads(separator).length,
  }));
  // If no head cell is known, the separator that makes the most cells is used.
  if (declared === undefined && candidates.every(({ count }) => count === 0))
    for (const candidate of candidates) candidate.count = splitCells(first, candidate.separator).length;
  return {
    ...detected,
    separator: candidates.toSorted((first, second) => second.count - first.count)[0]?.separator ?? ',',
  };
}

export function createEncodingWarnings({ nonUtf8Lines, guess, encoding }: TableFormat): RowMessage<CsvCode>[] {
  const base = { level: 'warning' as const, column: '' };
  const example = guess?.readings[0]?.example ?? '';
  if (guess?.isCertain && encoding !== 'windows-1252') {
    const message = `read as ${encoding} (${example}); if these letters are wrong, save the file as UTF-8`;
    return [{ ...base, line: 1, code: 'ENCODING_GUESSED', message }];
  }
  if (!nonUtf8Lines) return [];
  const { line, count } = nonUtf8Lines;
  const lines = count === 1 ? 'this line has' : `this line and ${count - 1} more have`;
  const message = `${lines} characters that are not UTF-8, unlike the rest of the file; check how they were read`;
  return [{ ...base, line, code: 'NOT_UTF8', message }];
}

/** Whether the person must choose the encoding before the file is read. */
export const isEncodingUnclear = ({ guess }: TableFormat): boolean => guess?.isCertain === false;

/** Explains why a file can't be read: it could be in several encodings, or in no known one. */
function findEncodingProblem(format: TableFormat): string | null {
  const { guess } = format;
  if (!guess || !isEncodingUnclear(format)) return null;
  const readings = guess.readings.map(({ encoding, example }) => `${encoding} (${example})`);
  const found = readings.length === 0 ? 'its encoding is not known' : `it could be ${readings.join(' or ')}`;
  return `the file is not UTF-8, and ${found}; save it as UTF-8, or say its encoding`;
}

/** Splits a line into cells. Precise enough for heads: quotes within cells are ignored. */
function splitCells(line: string, separator: string): string[] {
  const unquoted = line.split('"').map((part, index) => (index % 2 === 0 ? part.replaceAll(separator, '\n') : part));
  return unquoted.join('').split('\n');
}

/**
 * Streams the rows of a CSV file, the head first, without empty lines. Uses at most a few megabytes
 * of memory.
 * @throws UnreadableFile where it can't continue
 */
export async function* readRows(file: string, format: TableFormat): AsyncGenerator<TableRow | BrokenRow> {
  const { encoding, separator } = format;
  const problem = findEncodingProblem(format);
  if (problem !== null) throw new UnreadableFile(1, problem);
  const broken: BrokenRow[] = [];
  let nextLine = 1;
  const parser = parse({
    info: true,
    delimiter: separator,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
    skip_records_with_error: true,
    on_skip(error) {
      if (!error) return;
      const problem = problems[error.code] ?? error.message;
      if (error.code === 'CSV_MAX_RECORD_SIZE') parser.destroy(error);
      else if (error.code === 'CSV_QUOTE_NOT_CLOSED') broken.push({ line: nextLine, problem });
      else broken.push({ line: Number(error.lines), problem });
    },
  });
  const source = Readable.from(readText(file, encoding), { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<{ record: string[]; info: Info }>) {
      // The parser reports the line where a row ends, and a quoted cell may contain line breaks.
      const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
      const line = info.lines - breaks;
      yield* takeBrokenRows(broken, line);
      nextLine = info.lines + 1;
      if (line > 1 || !/^sep=/i.test(record[0] ?? '')) yield { line, cells: record };
    }
    yield* takeBrokenRows(broken, Number.POSITIVE_INFINITY);
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(nextLine, problems[error.code] ?? error.message);
    throw error;
  } finally {
    source.destroy();
  }
}

/** Removes and returns the broken rows above a line, each line once. */
function* takeBrokenRows(broken: BrokenRow[], line: number): Generator<BrokenRow> {
  let last = 0;
  while (broken[0] && broken[0].line < line) {
    const [first] = broken.splice(0, 1);
    if (first && first.line !== last) yield first;
    last = first?.line ?? 0;
  }
}
