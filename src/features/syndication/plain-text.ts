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

/**
 * Shortens text to at most `most` UTF-16 units, at a word if possible, never inside a surrogate
 * pair.
 */
export function truncateText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  const whole = space > most / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '');
  return `${whole}…`;
}
