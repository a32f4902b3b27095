type Part = (date: Date, locale: string) => string;

const two = (value: number) => String(value).padStart(2, '0');
const name =
  (options: Intl.DateTimeFormatOptions): Part =>
  (date, locale) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date);
const hour12 = (date: Date) => date.getUTCHours() % 12 || 12;

/** Letters of PHP's `date()` for days and times. */
const letters: Readonly<Record<string, Part>> = {
  d: (date) => two(date.getUTCDate()),
  j: (date) => String(date.getUTCDate()),
  D: name({ weekday: 'short' }),
  l: name({ weekday: 'long' }),
  N: (date) => String(date.getUTCDay() || 7),
  w: (date) => String(date.getUTCDay()),
  m: (date) => two(date.getUTCMonth() + 1),
  n: (date) => String(date.getUTCMonth() + 1),
  M: name({ month: 'short' }),
  F: name({ month: 'long' }),
  Y: (date) => String(date.getUTCFullYear()),
  y: (date) => two(date.getUTCFullYear() % 100),
  H: (date) => two(date.getUTCHours()),
  G: (date) => String(date.getUTCHours()),
  h: (date) => two(hour12(date)),
  g: (date) => String(hour12(date)),
  i: (date) => two(date.getUTCMinutes()),
  s: (date) => two(date.getUTCSeconds()),
  a: (date) => (date.getUTCHours() < 12 ? 'am' : 'pm'),
  A: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
};

/**
 * Formats a date or time as PHP does: `D, M j` gives `Mon, Nov 23`. A backslash keeps the letter after it. Other
 * text is returned as it is.
 */
export function formatFieldDate(text: string, format: string, locale: string): string {
  const isTime = /^\d\d:\d\d(?::\d\d)?$/.test(text);
  const date = new Date(isTime ? `1970-01-01T${text}Z` : `${text}T00:00:00Z`);
  if (!(isTime || /^\d{4}-\d\d-\d\d$/.test(text)) || Number.isNaN(date.getTime())) return text;
  return format.replace(/\\(.)|[a-z]/gi, (letter: string, kept: string | undefined) =>
    kept === undefined ? (letters[letter]?.(date, locale) ?? letter) : kept,
  );
}
