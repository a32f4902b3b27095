/**
 * The start of a formula, with the full-width signs of East Asian locales. Existing apostrophes
 * match too, so that reading restores exactly what was written.
 */
const formulaStart = /^'*[=+\-@|＝＋－＠]/;
const escapedFormulaStart = /^'+[=+\-@|＝＋－＠]/;

const plainNumber = /^-\d+(\.\d+)?$/;

/** Prefixes a text that looks like a formula with an apostrophe, which marks it as text. */
export function escapeFormula(text: string): string {
  return formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe of `escapeFormula`. */
export function unescapeFormula(cell: string): string {
  return escapedFormulaStart.test(cell) ? cell.slice(1) : cell;
}

/** A line of a CSV file with its line end (RFC 4180). Quotes cells with outer spaces too. */
export function formatCsvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${written.join(',')}\r\n`;
}
