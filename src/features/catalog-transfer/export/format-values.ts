import { toPlainText } from '#platform/texts/sanitise-html.ts';

/** The inverse of import/parse/cell-values.ts, which must read each value back unchanged. */

export const formatFlag = (value: boolean): string => (value ? '1' : '0');
export const formatNumber = (value: number | null): string => (value === null ? '' : String(value));

/** Escapes a name that the import would otherwise read as HTML entities. */
export const formatName = (name: string): string => name.replace(/&(?=(?:amp|lt|gt|quot|#0?39);)/g, '&amp;');

export function formatList(values: readonly string[]): string {
  // A trailing backslash would escape the separator.
  return values.map((value) => value.replaceAll(',', '\\,').replace(/\\$/, '\\ ')).join(', ');
}

export function formatPath(names: readonly string[]): string {
  return names.map((name) => formatName(name).replaceAll('>', '&gt;')).join(' > ');
}

/** Writes line breaks as `\n`, so that a row is one line, and a written `\n` as `\\n`. */
export function formatText(text: string): string {
  return text.replaceAll('\\n', '\\\\n').replace(/(?<!\\)\n/g, '\\n');
}

/** Escapes a product name, which the import reads as HTML. Most names need no escaping. */
export function formatProductName(name: string): string {
  if (toPlainText(name) === name) return name;
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Writes '1.250' as '1.2500', which can't be read as 1250. */
export const formatDecimal = (decimal: string): string => decimal.replace(/^[1-9]\d{0,2}\.\d{3}$/, '$&0');

/** @param unit number of grams or millimetres in the unit of the column */
export function formatMeasure(value: number | null, unit: number): string {
  return value === null ? '' : formatDecimal(String(Number((value / unit).toFixed(6))));
}

const day = 24 * 60 * 60 * 1000;

/**
 * Formats a date, or a moment in UTC.
 * @param isEnd whether the moment is the exclusive end of a period: a date is then written as the day before
 */
export function formatMoment(moment: Date | null, isEnd = false): string {
  if (moment === null) return '';
  if (moment.getTime() % day !== 0) return moment.toISOString().replace('.000Z', 'Z');
  return new Date(moment.getTime() - (isEnd ? day : 0)).toISOString().slice(0, 10);
}
