/**
 * What a spreadsheet would take for a formula; the full-width signs too, which it reads as the others in an East Asian locale. Marks
 * that were there are counted, so that reading gives back exactly what was written.
 */
const formula = /^'*[=+\-@|＝＋－＠]/;
const marked = /^'+[=+\-@|＝＋－＠]/;

const plainNumber = /^-\d+(\.\d+)?$/;

/** A text that begins like a formula gets an apostrophe, which a spreadsheet takes for 'this is text'. */
export function escapeFormula(text: string): string {
  return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** Takes the apostrophe of `escapeFormula` away. */
export function unescapeFormula(cell: string): string {
  return marked.test(cell) ? cell.slice(1) : cell;
}

/** A line of a CSV file, with its end (RFC 4180). Cells with spaces around them are quoted too, since some programs take them away. */
export function formatCsvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${written.join(',')}\r\n`;
}
