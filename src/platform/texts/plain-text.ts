const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const inlineTags = /<\/?(?:strong|em|b|i|u|s|small|sub|sup|code|abbr|span|a)\b[^>]*>/g;

export const decodeEntities = (html: string): string =>
  html.replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity);

/** Converts sanitised HTML to text on one line. Block elements are separated by spaces. */
export function stripHtml(html: string): string {
  return decodeEntities(html.replace(inlineTags, '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Converts sanitised HTML to lines of text: a line for each block and line break, with the addresses
 * of links after their texts. Images are left out.
 * @param toAddress returns the text for a link's `href`
 */
export function toTextLines(html: string, toAddress: (href: string) => string): string[] {
  const text = html
    .replace(/<a\b[^>]*? href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_, href: string, label: string) => {
      // The address is decoded and not encoded again, so it must not contain a tag.
      const address = toAddress(decodeEntities(href)).replaceAll('<', '%3C').replaceAll('&', '&amp;');
      return label === href ? address : `${label} ${address}`;
    })
    .replace(/\s+/g, ' ')
    .replace(/<li\b[^>]*>/g, '<li>- ')
    .replace(inlineTags, '')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<[^>]*>/g, '\n');
  return decodeEntities(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Maximum length of a grapheme. A grapheme with more marks is not readable. */
const maxGraphemeLength = 50;

/** Returns the beginning of a text, at most `maxLength` UTF-16 units, cut between two graphemes. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = graphemes.segment(text).containing(maxLength)?.index ?? maxLength;
  if (maxLength - end <= maxGraphemeLength) return text.slice(0, end);
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}

/** Shortens text to at most `maxLength` UTF-16 units, at a word if possible, otherwise at a grapheme. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = cutText(text, maxLength - 1);
  const space = cut.lastIndexOf(' ');
  return `${space > maxLength / 2 ? cut.slice(0, space) : cut}…`;
}
