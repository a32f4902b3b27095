/**
 * What a spreadsheet reads as a formula, full-width signs of East Asian locales included. Existing
 * apostrophes are matched too, so that reading restores exactly what was written.
 */
const formula = /^'*[=+\-@|＝＋－＠]/;
const marked = /^'+[=+\-@|＝＋－＠]/;

const plainNumber = /^-\d+(\.\d+)?$/;

/** Prefixes a text that looks like a formula with an apostrophe, which marks it as text. */
export function escapeFormula(text: string): string {
  return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe of `escapeFormula`. */
export function unescapeFormula(cell: string): string {
  return marked.test(cell) ? cell.slice(1) : cell;
}

/** A line of a CSV file with its line end (RFC 4180). Quotes cells with outer spaces too. */
export function formatCsvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${written.join(',')}\r\n`;
}
