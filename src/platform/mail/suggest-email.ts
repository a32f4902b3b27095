import { findNearestWord } from '#platform/texts/edit-distance.ts';

/** Domains of mail providers whose misspellings are suggested for correction. */
const commonDomains = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'hotmail.fr',
  'outlook.com',
  'outlook.ie',
  'live.com',
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.fr',
  'yahoo.de',
  'icloud.com',
  'proton.me',
  'protonmail.com',
  'eircom.net',
  'btinternet.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  't-online.de',
  'orange.fr',
  'wanadoo.fr',
  'libero.it',
  'comcast.net',
  'aol.com',
];

/** Domains of providers that look like misspellings of other providers. */
const otherDomains: ReadonlySet<string> = new Set([
  ...commonDomains,
  ...['mail.com', 'email.com', 'ymail.com', 'rocketmail.com', 'live.de', 'live.fr', 'live.ie', 'live.co.uk'],
  ...[
    'yahoo.it',
    'yahoo.es',
    'yahoo.ie',
    'yahoo.ca',
    'yahoo.in',
    'hotmail.de',
    'hotmail.es',
    'hotmail.it',
    'hotmail.ie',
  ],
  ...['outlook.de', 'outlook.fr', 'outlook.es', 'outlook.it', 'gmx.at', 'gmx.ch', 'gmx.com', 'gmx.fr', 'aol.de'],
]);

/**
 * Suggests the address that was probably meant: gmail.com for gmial.com.
 * @param email normalised address
 * @returns null when there is nothing to suggest
 */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (at < 1 || otherDomains.has(domain)) return null;
  const nearest = findNearestWord(domain, commonDomains);
  return nearest === null ? null : email.slice(0, at + 1) + nearest;
}
