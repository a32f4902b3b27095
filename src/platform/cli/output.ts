import { SingleBar } from 'cli-progress';
import type { CliOutput } from './command.ts';

/**
 * Escapes control characters as JSON does, except line breaks and tabs, and characters that change the text
 * direction: untrusted text must not control the terminal.
 */
const escapeControls = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .replace(
      /[^\P{Cc}\n\t]|[\p{Bidi_Control}\u2028\u2029]/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );

/**
 * Creates an output that writes data and tables to standard output and everything else to standard error, so that a
 * pipe reads only the result.
 */
export function createOutput(json: boolean): CliOutput {
  return {
    json,
    line: (text) => {
      if (!json) process.stdout.write(`${escapeControls(text)}\n`);
    },
    warn: (text) => process.stderr.write(`${escapeControls(text)}\n`),
    table: (head, rows) => {
      if (!json) process.stdout.write(`${formatTable(head, rows)}\n`);
    },
    result: (data) => {
      if (json) process.stdout.write(`${escapeControls(JSON.stringify(data, null, 2))}\n`);
    },
    progress: (label, total) => (json || !process.stderr.isTTY ? silent : showBar(label, total)),
  };
}

const silent = { advance: () => {}, end: () => {} };

function showBar(label: string, total: number | null) {
  const bar = new SingleBar({
    format: total === null ? `${label}  {value}` : `${label}  {bar} {value}/{total}`,
    hideCursor: true,
    stream: process.stderr,
  });
  bar.start(total ?? 0, 0);
  return { advance: (done: number) => bar.update(done), end: () => bar.stop() };
}

/**
 * Aligns columns. A column that contains only numbers or amounts is right-aligned. Each row is one line without
 * control characters.
 */
export function formatTable(head: readonly string[], texts: readonly (readonly string[])[]): string {
  const rows = texts.map((row) => row.map((cell) => escapeControls(cell.replace(/[\t\r\n]+/g, ' '))));
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const isRightAligned = head.map(
    (_, column) => rows.length > 0 && rows.every((row) => /^[^a-z]*\d[\d.,\s]*$/i.test(row[column] ?? '')),
  );
  const format = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        isRightAligned[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [format(head), ...rows.map(format)].join('\n');
}
