import { type AttributionField, attributionFields, noValue, type SentAttribution } from '../contract.ts';

/** The tracker's cookies, without their prefix. Names and fields are those of older trackers. */
export const cookieNames = ['current', 'current_add', 'first', 'first_add', 'udata', 'session'] as const;

export type CookieName = (typeof cookieNames)[number];

/** Fields of a cookie by their short names. */
export type CookieFields = Readonly<Record<string, string>>;

export type TrackerCookies = Readonly<Partial<Record<CookieName, CookieFields>>>;

/** Cookies of older trackers, which are deleted with the others. */
const otherNames = ['migrations'];

export const listCookieNames = (prefix: string): string[] =>
  [...cookieNames, ...otherNames].map((name) => `${prefix}_${name}`);

/** Location of each attribution field: cookie and short name. */
export const fieldPaths: Readonly<Record<AttributionField, readonly [cookie: CookieName, field: string]>> = {
  source_type: ['current', 'typ'],
  referrer: ['current_add', 'rf'],
  utm_campaign: ['current', 'cmp'],
  utm_source: ['current', 'src'],
  utm_medium: ['current', 'mdm'],
  utm_content: ['current', 'cnt'],
  utm_id: ['current', 'id'],
  utm_term: ['current', 'trm'],
  utm_source_platform: ['current', 'plt'],
  utm_creative_format: ['current', 'fmt'],
  utm_marketing_tactic: ['current', 'tct'],
  session_entry: ['current_add', 'ep'],
  session_start_time: ['current_add', 'fd'],
  session_pages: ['session', 'pgs'],
  session_count: ['udata', 'vst'],
  user_agent: ['udata', 'uag'],
};

const separator = '|||';

/**
 * Maximum number of encoded characters of one cookie. All six cookies fit into the headers that a server accepts: a
 * link with long parameters must not lock a shopper out.
 */
const maxLength = 1000;

export function formatCookie(fields: CookieFields): string {
  for (let length = 200; ; length = Math.floor(length / 2)) {
    const pairs = Object.entries(fields).map(([name, value]) => `${name}=${shorten(value, length)}`);
    const encoded = encode(pairs.join(separator));
    if (encoded.length <= maxLength || length === 0) return encoded;
  }
}

/** Cuts a value between characters. Replaces bars, which separate fields. */
const shorten = (value: string, length: number) =>
  [...value.toWellFormed().replaceAll('|', ' ')].slice(0, length).join('');

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!~*'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** @param value encoded, as in `document.cookie` */
export function parseCookie(value: string): CookieFields {
  try {
    return parseFields(decodeURIComponent(value));
  } catch {
    return {};
  }
}

/** @param text decoded once; older trackers encoded their cookies twice */
export function parseFields(text: string): CookieFields {
  if (!text.includes('=') && /^[a-z]+%3D/i.test(text)) return parseCookie(text);
  return Object.fromEntries(
    text.split(separator).flatMap((pair) => {
      const equals = pair.indexOf('=');
      return equals > 0 ? [[pair.slice(0, equals), pair.slice(equals + 1)]] : [];
    }),
  );
}

/** @returns every field; `(none)` where a cookie has no value */
export function toAttribution(cookies: TrackerCookies): SentAttribution {
  const values = attributionFields.map((field) => {
    const [cookie, name] = fieldPaths[field];
    return [field, cookies[cookie]?.[name] || noValue];
  });
  return Object.fromEntries(values) as SentAttribution;
}
