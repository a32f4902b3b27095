import {
  type AttributionField,
  directSource,
  noValue,
  type SentAttribution,
  type SourceType,
  sourceTypes,
} from './contract.ts';
import { toPageAddress } from './tracker/track.shared.ts';

type NumberField = 'session_pages' | 'session_count';
type TextField = Exclude<AttributionField, NumberField | 'source_type' | 'session_start_time'>;

/** Where the shopper of an order came from. Missing texts are `(none)`. */
export interface Attribution extends Readonly<Record<TextField, string>>, Readonly<Record<NumberField, number | null>> {
  readonly source_type: SourceType;
  readonly session_start_time: Date | null;
}

/** Maximum number of characters of addresses, user agents and all other fields. */
const maxLengths: Readonly<Partial<Record<AttributionField, number>>> = {
  referrer: 1000,
  session_entry: 1000,
  user_agent: 500,
};
const maxLength = 200;
const maxCount = 1_000_000;

/**
 * Normalises the values that a browser sent: cuts long values, removes control characters, and drops invalid numbers
 * and times.
 * @returns null without a valid source type, since the source is unknown then
 */
export function normalizeAttribution(sent: Readonly<Partial<SentAttribution>>): Attribution | null {
  const sourceType = sourceTypes.find((type) => type === sent.source_type?.trim());
  if (!sourceType) return null;
  const text = (field: TextField) => cleanText(sent[field] ?? '', maxLengths[field] ?? maxLength);
  const isDirect = sourceType === 'typein';
  return {
    source_type: sourceType,
    referrer: removeQuery(text('referrer')),
    utm_campaign: text('utm_campaign'),
    utm_source: isDirect ? directSource : text('utm_source'),
    utm_medium: isDirect ? noValue : text('utm_medium'),
    utm_content: text('utm_content'),
    utm_id: text('utm_id'),
    utm_term: text('utm_term'),
    utm_source_platform: text('utm_source_platform'),
    utm_creative_format: text('utm_creative_format'),
    utm_marketing_tactic: text('utm_marketing_tactic'),
    session_entry: removeQuery(text('session_entry')),
    session_start_time: readTime(sent.session_start_time ?? ''),
    session_pages: readCount(sent.session_pages ?? ''),
    session_count: readCount(sent.session_count ?? ''),
    user_agent: text('user_agent'),
  };
}

/** Removes control and format characters, which could change what a terminal or a table shows. */
function cleanText(value: string, max: number): string {
  const text = value
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return [...text].slice(0, max).join('').trim() || noValue;
}

/** Removes the query: in pages of the shop it may contain keys of signed links, and in other sites a search term. */
function removeQuery(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return toPageAddress(url).slice(0, 1000);
  return text.replace(/[?#].*$/, '') || noValue;
}

/** @param text time in UTC: `2026-11-23 06:30:00` */
function readTime(text: string): Date | null {
  if (!/^2\d{3}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return null;
  const time = new Date(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

function readCount(text: string): number | null {
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= maxCount ? count : null;
}
