import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';
import { normaliseCode } from '#platform/input/normalise-text.ts';

/**
 * Brings an address that somebody typed into the one form that is compared, counted, stored and sent
 * to: without invisible characters, the domain in lower case and as mail servers look it up
 * (`bücher.example`: `xn--bcher-kva.example`). What is no address may be left as it is.
 */
export function normalizeEmail(typed: string): string {
  const text = normaliseCode(typed);
  const at = text.lastIndexOf('@');
  return at === -1 ? text : `${text.slice(0, at)}@${normalizeDomain(text.slice(at + 1))}`;
}

/** The same for a domain alone, which may end with the dot of the root. What is no domain is left as it is. */
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
 * Whether an address in its normalised form can be a person's: one address, no name, no list, nothing
 * that starts another header or SMTP command. The part before the @ is ASCII, as browsers require it
 * (HTML standard, valid email address): the lower case of `İ` is `i` for PostgreSQL, so that other
 * letters could find the account of somebody else.
 */
export function isEmail(address: string): boolean {
  if (address.length > maxEmailLength || !/^[!-~]+$/.test(address)) return false;
  const at = address.lastIndexOf('@');
  return at > 0 && localPart.test(address.slice(0, at)) && domainLabels.test(address.slice(at + 1));
}

/** An address of a call, a file or a setting. */
export const emailAddress = z
  .string()
  .max(1000)
  .transform(normalizeEmail)
  .refine(isEmail, 'expected an email address such as ada@example.com');

/** Address of a new mail to a stored address. The part before the @ may have `?` and `&`, which would add fields to the mail. */
export function toMailLink(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`;
}

/** Writes a stored address for people: `ada@bücher.example`. */
export function formatEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at === -1 ? address : `${address.slice(0, at)}@${domainToUnicode(address.slice(at + 1))}`;
}
