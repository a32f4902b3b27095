import type { GridColumn } from '#features/variation-grid/contract.ts';

/**
 * Parses the clipboard text of spreadsheet programs: tabs separate cells, line breaks separate rows, and cells that
 * contain either are quoted.
 */
export function parseSheetText(text: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/g;
  for (const [found, quoted, plain = '', end] of text.matchAll(pattern)) {
    if (found === '') break;
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  // An empty cell follows a tab at the end.
  if (text.endsWith('\t')) rows.at(-1)?.push('');
  return rows.filter((row) => row.length > 0);
}

export const writeSheetText = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n');

const ticked = ['1', 'yes', 'true', 'x', '✓'];
const unticked = ['', '0', 'no', 'false'];

/** @returns null for a text that is not among the column's options */
export function toCellText({ control, options = [] }: GridColumn, pasted: string): string | null {
  const typed = pasted.trim().toLowerCase();
  if (control === 'choice')
    return options.find(({ value, label }) => value === typed || label.toLowerCase() === typed)?.value ?? null;
  if (control === 'flag') return ticked.includes(typed) ? '1' : unticked.includes(typed) ? '' : null;
  if (control === 'picture') return /^\d{0,10}$/.test(typed) ? typed : null;
  return pasted;
}
