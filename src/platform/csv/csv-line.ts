/**
 * The start of a formula, with the full-width signs of East Asian locales. Existing apostrophes
 * match too, so that reading restores exactly what was written.
 */
const formulaStart = /^'*[=+\-@|＝＋－＠]/;
const escapedFormulaStart = /^'+[=+\-@|＝＋－＠]/;

const plainNumber = /^-\d+(\.\d+)?$/;

/** Adds an apostrophe before a text that looks like a formula, which marks the text as no formula. */
export function escapeFormula(text: string): string {
  return formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe of `escapeFormula`. */
export function unescapeFormula(cell: string): string {
  return escapedFormulaStart.test(cell) ? cell.slice(1) : cell;
}

/** Formats a line of a CSV file with its line end (RFC 4180). Cells with outer spaces are quoted, too. */
export function formatCsvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${written.join(',')}\r\n`;
}
