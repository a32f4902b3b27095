import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { CsvError, type Info, parse } from 'csv-parse';

export interface FileRow {
  /** Where the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file that is no table, or can't be read further: nothing after `line` was looked at. */
export class UnreadableFile extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Bytes. */
const longestRow = 4 * 1024 * 1024;

/** The separator that the first line has most of. */
async function separatorOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    const [head = ''] = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/);
    const counted = [',', ';', '\t'].map((separator) => ({ separator, count: head.split(separator).length }));
    return counted.toSorted((first, second) => second.count - first.count)[0]?.separator ?? ',';
  } finally {
    await handle.close();
  }
}

/**
 * Streams the rows of a CSV file, the head first; empty lines are left out. UTF-8, with or without a byte order mark.
 * @throws UnreadableFile where it can't go on
 */
export async function* readRows(file: string): AsyncGenerator<FileRow> {
  const parser = parse({
    bom: true,
    info: true,
    delimiter: await separatorOf(file),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
  });
  const source = createReadStream(file);
  source.on('error', (error) => parser.destroy(error));
  let line = 1;
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<{ record: string[]; info: Info }>) {
      const cells = record.map((cell) => cell.replaceAll('\0', '').replaceAll('\r\n', '\n'));
      // The parser tells where a row ends; a quoted cell may hold line breaks.
      const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
      line = info.lines + 1;
      yield { line: info.lines - breaks, cells };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(line, error.message);
    throw error;
  } finally {
    source.destroy();
  }
}
