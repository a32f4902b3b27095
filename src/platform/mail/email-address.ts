import { domainToASCII } from 'node:url';
import { mailMessage } from './message.ts';

/**
 * Brings an address that somebody typed into the one form that is compared, counted and stored: the
 * domain in lower case, and as mail servers look it up (`bücher.example`: `xn--bcher-kva.example`).
 * Of an address that is no address, some of it may be left as it is.
 */
export function normalizeEmail(typed: string): string {
  const text = typed.trim();
  const at = text.lastIndexOf('@');
  return at === -1 ? text : `${text.slice(0, at)}@${normalizeDomain(text.slice(at + 1))}`;
}

/** The same for a domain alone. What is no domain is left as it is. */
export function normalizeDomain(domain: string): string {
  if (domain.length > 253) return domain;
  // `domainToASCII` reads an ASCII domain such as `0x7f.1` as a number.
  const ascii = /^[\0-\x7f]*$/.test(domain) ? domain.toLowerCase() : domainToASCII(domain);
  return ascii === '' ? domain : ascii;
}

/**
 * Whether an address in its normalised form can be a person's. The part before the @ is ASCII, as
 * browsers require it (HTML standard, valid e-mail address): the lower case of `İ` is `i` for
 * PostgreSQL, so that other letters could find the account of somebody else.
 */
export function isEmail(address: string): boolean {
  return /^[!-~]+$/.test(address) && mailMessage.shape.to.safeParse(address).success && /@.+\.[^.]{2,}$/.test(address);
}
