let zoneVersion = 0;

/** Returns a number that changes with the time zone: cached formats of another version have another time zone. */
export const getZoneVersion = (): number => zoneVersion;

let isZoneSet = false;
let zoneOfProcess: string | undefined;

/**
 * Sets the time zone of all dates of this process, which runs one shop. JavaScript dates, formats and messages all
 * follow `TZ`, even when it changes.
 * @param zone IANA name; null for the zone of the environment
 */
export function setTimeZone(zone: string | null): void {
  if (!isZoneSet && zone === null) return;
  if (!isZoneSet) zoneOfProcess = process.env.TZ;
  isZoneSet = zone !== null;
  // `TZ` accepts only the exact spelling `Europe/Berlin`. It would treat `europe/berlin`, which a setting may have,
  // as UTC.
  const next = zone === null ? zoneOfProcess : spellTimeZone(zone);
  if (process.env.TZ === next) return;
  if (next === undefined) delete process.env.TZ;
  else process.env.TZ = next;
  zoneVersion += 1;
}

/** @throws RangeError when the name is not the name of a time zone (IANA) */
const spellTimeZone = (name: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;

/** Whether the name is the name of a time zone (IANA). */
export function isTimeZone(name: string): boolean {
  try {
    spellTimeZone(name);
    return true;
  } catch {
    return false;
  }
}

/** Caches formatters by locale and options, because they are slow to create. */
function memoizeFormat<Options, Format>(make: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>();
  let version = zoneVersion;
  return (locale: string, options: Options): Format => {
    if (version !== zoneVersion) {
      formats.clear();
      version = zoneVersion;
    }
    const key = `${locale} ${JSON.stringify(options)}`;
    let format = formats.get(key);
    if (format === undefined) {
      format = make(locale, options);
      formats.set(key, format);
    }
    return format;
  };
}

export const getNumberFormat = memoizeFormat(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

export const getListFormat = memoizeFormat(
  (locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);

export const getDateFormat = memoizeFormat(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** Formats day and time in the shop's time zone: '5 Dec 2026, 14:30'. */
export const formatMoment = (date: Date, locale: string): string =>
  getDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(date);

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Formats a day in the shop's time zone, which `setTimeZone` sets: `2026-01-31`. */
export function formatIsoDay(date: Date): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Returns the start of a day such as `2026-01-31` in the shop's time zone. Null for a text that is no day. */
export function parseIsoDay(text: string): Date | null {
  const [, year, month, day] = /^([12]\d{3})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return null;
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  return formatIsoDay(date) === text ? date : null;
}

/** Returns the start of the next day in the shop's time zone. */
export function findNextDay(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
}

/** Formats a time in the shop's time zone: `14:05`. */
export function formatIsoTime(date: Date): string {
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

const regionNames = memoizeFormat(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options),
);

/** @param country ISO 3166-1 alpha-2; another text is returned unchanged */
export function getCountryName(country: string, locale: string): string {
  return regionNames(locale, { type: 'region' }).of(country) ?? country;
}

export function listCountries(): readonly string[] {
  known ??= letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);
  return known;
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
let known: readonly string[] | undefined;

/** Two-letter codes of regions that are not countries: unions, unknown and reserved codes. */
const nonCountryRegions = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** Whether the code is a current country code (ISO 3166-1): `GB`, but not `UK`, `gb` or `SU`. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || nonCountryRegions.has(code)) return false;
  const name = regionNames('en', { type: 'region', fallback: 'none' }).of(code);
  return name !== undefined && new Intl.Locale(`und-${code}`).region === code;
}
