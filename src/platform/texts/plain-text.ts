const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Converts sanitized HTML to text on one line. Block elements are separated by spaces. */
export function stripHtml(html: string): string {
  return html
    .replace(/<\/?(?:strong|em|b|i|u|s|small|sub|sup|code|abbr|span|a)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Shortens text to at most `maxLength` UTF-16 units: at a word if possible, at a character else. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1);
  const space = cut.lastIndexOf(' ');
  const shortened = space > maxLength / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '');
  return `${shortened}…`;
}
