const unitDays = { day: 1, week: 7 } as const;

/**
 * @param text `2026-01-31`, `today`, `today+1week`, `today-2years`
 * @param today `2026-01-31` in the shop's time zone
 */
export function resolveDate(text: string, today: string): string {
  const [, sign, amount, unit] = /^today(?:([+-])(\d{1,5})(day|week|month|year)s?)?$/.exec(text) ?? [];
  if (text !== 'today' && unit === undefined) return text;
  const count = Number(`${sign ?? ''}${amount ?? 0}`);
  const date = new Date(`${today}T00:00:00Z`);
  if (unit === 'day' || unit === 'week') date.setUTCDate(date.getUTCDate() + count * unitDays[unit]);
  else if (unit !== undefined) addMonths(date, unit === 'year' ? count * 12 : count);
  return formatDate(date);
}

/** Whether the date depends on the day. */
export const isRelativeDate = (text: string | undefined): boolean =>
  text !== undefined && resolveDate(text, '2000-01-01') !== resolveDate(text, '2004-01-01');

/** A month after 31 January is the last day of February. */
function addMonths(date: Date, count: number): void {
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + count, 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
}

/** Takes the nearest date for years before 0 and after 9999. */
function formatDate(date: Date): string {
  const year = Math.min(Math.max(date.getUTCFullYear(), 1), 9999);
  return `${String(year).padStart(4, '0')}-${date.toISOString().slice(-19, -14)}`;
}
