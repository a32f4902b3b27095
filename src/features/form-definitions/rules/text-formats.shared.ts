import type { RuleSide } from './rule.shared.ts';

/** The domain as mail servers look it up: `bücher.example` is `xn--bcher-kva.example`. What is none stays. */
function toAsciiDomain(domain: string): string {
  if (/^[\0-\x7f]*$/.test(domain) || /[\s/?#:@\\]/.test(domain)) return domain;
  return URL.parse(`http://${domain}`)?.hostname ?? domain;
}

/** Checks as the checkout does, for domains of all languages. */
export function isEmailAddress(text: string): boolean {
  const at = text.indexOf('@');
  if (text.length < 6 || at < 1 || at !== text.lastIndexOf('@')) return false;
  if (!/^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]+$/.test(text.slice(0, at))) return false;
  const labels = toAsciiDomain(text.slice(at + 1)).split('.');
  return labels.length > 1 && labels.every((label) => /^[a-z0-9-]+$/i.test(label) && !/^-|-$/.test(label));
}

const schemes =
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn';

export function isAbsoluteUrl(text: string): boolean {
  return URL.canParse(text) && schemes.split(' ').includes(new URL(text).protocol.slice(0, -1));
}

export function isPhoneNumber(text: string, side: RuleSide): boolean {
  const digits = text
    .replace(/[#*].*$/s, '')
    .replace(/[()/.*#\s-]/g, '')
    .replace(/^(?:\+|00)/, '+');
  const least = side === 'server' && digits.startsWith('+') ? 5 : 6;
  return new RegExp(`^\\+?[0-9]{${least},15}$`).test(digits);
}

export function isNumber(text: string): boolean {
  return /^-?(?:[0-9]+|[0-9]*\.[0-9]+)(?:e[+-]?[0-9]+)?$/i.test(text);
}

/** Whether it looks like a date, real or not. */
export const isDateShaped = (text: string) => /^[0-9]{4,}-[0-9]{2}-[0-9]{2}$/.test(text);

/** @returns milliseconds within the 400 years in which the calendar repeats; NaN for what is no real date */
function readDay(text: string): number {
  if (!isDateShaped(text)) return Number.NaN;
  const [month = 0, day = 0] = text.slice(-5).split('-').map(Number);
  const time = Date.UTC(2000 + (Number(text.slice(-10, -6)) % 400), month - 1, day);
  const date = new Date(time);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time : Number.NaN;
}

export const isRealDate = (text: string) => !Number.isNaN(readDay(text));

/** @returns 1 for Monday to 7 for Sunday; NaN for what is no date */
export function getWeekday(text: string): number {
  const day = new Date(readDay(text)).getUTCDay();
  return day === 0 ? 7 : day;
}

/** @returns below 0 when the first date is earlier. Both are shaped as dates. */
export function compareDates(first: string, second: string): number {
  const length = Math.max(first.length, second.length);
  const [a, b] = [first.padStart(length, '0'), second.padStart(length, '0')];
  return a < b ? -1 : Number(a > b);
}

export const isTime = (text: string) => /^(?:[01][0-9]|2[0-3])(?::[0-5][0-9]){1,2}$/.test(text);
