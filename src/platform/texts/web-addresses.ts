/** Characters that no reader sees, such as those of zero width: within an address they hide it from rules, not from mail programs. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * What mail programs make a link of. Rather too much: a file name counts as a domain, and so does a full stop without
 * a space after it. Each pattern takes time that grows with the text alone.
 */
const signs: readonly RegExp[] = [
  // A scheme, whatever it is: `https://`, `tg:\\`.
  /[a-z0-9+.-]:[/\\]/iu,
  // A scheme without slashes, known or with something behind it that only addresses have.
  /(?:tel|sms|fax|callto|facetime|mailto|data|javascript|bitcoin|magnet|skype|whatsapp):./iu,
  /[a-z][a-z0-9+.-]:[^/@.?%&=#+(]{0,200}[/@.?%&=#+(]/iu,
  // A domain, also an international one and that of an email address. The dots are those of UTS 46.
  /[\p{L}\p{M}\p{N}_-][.\u3002\uff0e\uff61][\p{L}\p{M}][\p{L}\p{M}\p{N}-]/u,
  // Addresses of networks.
  /(?:^|[^\d.])\d{1,3}(?:\.\d{1,3}){3}/u,
  /\[[0-9a-f]{0,4}:/iu,
];

const isAddress = (word: string): boolean => signs.some((sign) => sign.test(word));

/** What stands around an address in a sentence. */
const around = /^[("'“‘<[{]+|[)"'”’>\]},.;:!?…]+$/gu;

const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/[\u3002\uff61]/gu, '.');

/** The web and email addresses in a text, as mail programs may find them. */
export const findWebAddresses = (text: string): string[] =>
  (normalize(text).match(/\S+/gu) ?? []).filter(isAddress).map((word) => word.replace(around, ''));

/**
 * Leaves out what could become a link.
 * @param replacement stands for each address, with what is written to it without a space
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
 * Puts a space after the dots and colons of what could become a link, so that none is one: 'www. example. org',
 * '1. OG'. For texts of which every word matters to who typed them, such as addresses of streets.
 */
export function separateWebAddresses(text: string): string {
  if (findWebAddresses(text).length === 0) return text;
  return normalize(text).replace(/\S+/gu, (word) => (isAddress(word) ? word.replace(/[.:](?=.)/gu, '$& ') : word));
}
