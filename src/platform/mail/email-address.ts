import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';
import { normaliseCode } from '#platform/input/normalise-text.ts';

/**
 * Normalises an address that somebody typed to the form that is compared, counted, stored and used for
 * sending: no invisible characters, the domain in lower case and as mail servers look it up
 * (`bücher.example`: `xn--bcher-kva.example`). Text that is no address may be returned unchanged.
 */
export function normalizeEmail(typed: string): string {
  const text = normaliseCode(typed);
  const at = text.lastIndexOf('@');
  return at === -1 ? text : `${text.slice(0, at)}@${normalizeDomain(text.slice(at + 1))}`;
}

/**
 * Normalises a domain as `normalizeEmail` does. The domain may end with the dot of the root. Other text is returned
 * unchanged.
 */
export function normalizeDomain(typed: string): string {
  const domain = normaliseCode(typed);
  if (domain.length > 253) return domain;
  // `domainToASCII` reads an ASCII domain such as `0x7f.1` as a number.
  const ascii = /^[\0-\x7f]*$/.test(domain) ? domain.toLowerCase() : domainToASCII(domain);
  return (ascii === '' ? domain : ascii).replace(/(?<=[^.])\.$/, '');
}

/** Maximum number of characters of an address (RFC 5321). */
export const maxEmailLength = 254;

const localPart = /^(?=.{1,64}$)[^\s.@<>()[\]\\,;:"]+(?:\.[^\s.@<>()[\]\\,;:"]+)*$/;
const domainLabels = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * Whether a normalised address can belong to a person: one address, no name, no list, and nothing
 * that starts another header or SMTP command. The part before the @ must be ASCII, as browsers require
 * (HTML standard, valid email address): PostgreSQL's lower case of `İ` is `i`, so other
 * letters could match the account of another person.
 */
export function isEmail(address: string): boolean {
  if (address.length > maxEmailLength || !/^[!-~]+$/.test(address)) return false;
  const at = address.lastIndexOf('@');
  return at > 0 && localPart.test(address.slice(0, at)) && domainLabels.test(address.slice(at + 1));
}

export const emailAddress = z
  .string()
  .max(1000)
  .transform(normalizeEmail)
  .refine(isEmail, 'expected an email address such as ada@example.com');

/**
 * Creates a link that starts a new mail to a stored address. The part before the @ may contain `?` and `&`, which
 * would add fields to the mail if they were not encoded.
 */
export function toMailLink(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`;
}

/** Formats a stored address for people: `ada@bücher.example`. */
export function formatEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at === -1 ? address : `${address.slice(0, at)}@${domainToUnicode(address.slice(at + 1))}`;
}
