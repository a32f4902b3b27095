export const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/**
 * Reads a date such as `2026-11-27` or `2026-11-27T08:00Z`. Times without an offset are in UTC.
 * @returns undefined when invalid
 */
export function readDate(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return undefined;
  const joined = text.replace(' ', 'T');
  const date = new Date(/T.*(Z|[+-]\d{2}:\d{2})$|^[^T]+$/.test(joined) ? joined : `${joined}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

export function formatDate(date: Date | null): string {
  return date?.toISOString().slice(0, 16).replace('T', ' ') ?? '';
}
