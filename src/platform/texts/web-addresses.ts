/**
 * Invisible characters, such as those of zero width: within an address they hide it from rules, not from mail
 * programs.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * Patterns of texts that mail programs turn into links. They match rather too much: a file name counts as a domain,
 * and so does a full stop without a space after it. The time of each pattern is linear in the length of the text.
 */
const signs: readonly RegExp[] = [
  // Any scheme with slashes: `https://`, `tg:\\`.
  /[a-z0-9+.-]:[/\\]/iu,
  // A scheme without slashes: a known scheme, or one followed by characters that only addresses have.
  /(?:tel|sms|fax|callto|facetime|mailto|data|javascript|bitcoin|magnet|skype|whatsapp):./iu,
  /[a-z][a-z0-9+.-]:[^/@.?%&=#+(]{0,200}[/@.?%&=#+(]/iu,
  // A domain, including international domains and domains of email addresses. The dots are those of UTS 46.
  /[\p{L}\p{M}\p{N}_-][.\u3002\uff0e\uff61][\p{L}\p{M}][\p{L}\p{M}\p{N}-]/u,
  // IPv4 and IPv6 addresses.
  /(?:^|[^\d.])\d{1,3}(?:\.\d{1,3}){3}/u,
  /\[[0-9a-f]{0,4}:/iu,
];

const isAddress = (word: string): boolean => signs.some((sign) => sign.test(word));

/** Punctuation around an address in a sentence. */
const around = /^[("'“‘<[{]+|[)"'”’>\]},.;:!?…]+$/gu;

const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/[\u3002\uff61]/gu, '.');

/** Finds the web and email addresses in a text, as mail programs may find them. */
export const findWebAddresses = (text: string): string[] =>
  (normalize(text).match(/\S+/gu) ?? []).filter(isAddress).map((word) => word.replace(around, ''));

/**
 * Replaces texts that could become links.
 * @param replacement replaces each address together with characters that adjoin it without a space
 * @param isAllowed whether an address may stay
 */
export function removeWebAddresses(
  text: string,
  replacement: string,
  isAllowed: (address: string) => boolean = () => false,
): string {
  if (findWebAddresses(text).every(isAllowed)) return text;
  return normalize(text).replace(/\S+/gu, (word) =>
    isAddress(word) && !isAllowed(word.replace(around, '')) ? replacement : word,
  );
}

/**
 * Inserts a space after the dots and colons of texts that could become links, so that none becomes a link:
 * 'www. example. org', '1. OG'. For texts that must keep every word, such as street addresses.
 */
export function separateWebAddresses(text: string): string {
  if (findWebAddresses(text).length === 0) return text;
  return normalize(text).replace(/\S+/gu, (word) => (isAddress(word) ? word.replace(/[.:](?=.)/gu, '$& ') : word));
}
