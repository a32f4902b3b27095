/** A part of a path that nobody types: an id or a key. Slugs are written in small letters. */
const isKey = (segment: string): boolean => segment.length >= 16 && /[A-Z0-9]/.test(segment);

function maskAddress(address: string): string {
  const [path = '', ...rest] = address.split(/[?#]/);
  const masked = path
    .split('/')
    .map((segment, index) => (index > 2 && isKey(segment) ? '…' : segment))
    .join('/');
  return rest.length === 0 ? masked : `${masked}?…`;
}

/** Hides what makes the links of a text work: queries, and long keys in paths. */
export const maskLinks = (text: string): string => text.replace(/https?:\/\/[^\s<>"']+/g, maskAddress);

/** The same for HTML of a mail. Its links lead nowhere; its images are shown. */
export const maskHtmlLinks = (html: string): string =>
  html
    .replace(/\s(?:href|action|formaction|ping)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')
    .replace(/(src\s*=\s*["']?)?https?:\/\/[^\s<>"']+/gi, (found, source?: string) =>
      source === undefined ? maskAddress(found) : found,
    );
