import { toPlainText } from '#features/catalog/index.ts';

/** The other way round of import/values.ts: whatever is written here is read back there as it was. */

export const formatFlag = (value: boolean): string => (value ? '1' : '0');
export const formatNumber = (value: number | null): string => (value === null ? '' : String(value));

/** A name as HTML has it, where it would be read as another otherwise. */
export const formatName = (name: string): string => name.replace(/&(?=(?:amp|lt|gt|quot|#0?39);)/g, '&amp;');

export function formatList(values: readonly string[]): string {
  // A backslash before the separator would hide it.
  return values.map((value) => value.replaceAll(',', '\\,').replace(/\\$/, '\\ ')).join(', ');
}

export function formatPath(names: readonly string[]): string {
  return names.map((name) => formatName(name).replaceAll('>', '&gt;')).join(' > ');
}

/** Line breaks are written as \n, as the format has it, so that a row is a line. */
export function formatText(text: string): string {
  return text.replaceAll('\\n', '\\\\n').replace(/(?<!\\)\n/g, '\\n');
}

/** A product's name is read as HTML; most say the same either way. */
export function formatProductName(name: string): string {
  if (toPlainText(name) === name) return name;
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** @param unit what one of the column's unit is worth */
export function formatMeasure(value: number | null, unit: number): string {
  return value === null ? '' : String(Number((value / unit).toFixed(6)));
}

const day = 24 * 60 * 60 * 1000;

/** A day, or a moment in UTC. @param isEnd the first moment at which something is over: a day is told by the one before */
export function formatMoment(moment: Date | null, isEnd = false): string {
  if (moment === null) return '';
  if (moment.getTime() % day !== 0) return moment.toISOString().replace('.000Z', 'Z');
  return new Date(moment.getTime() - (isEnd ? day : 0)).toISOString().slice(0, 10);
}
