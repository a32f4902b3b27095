const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The words of our own sanitised HTML, on one line. Elements that stand apart on a page are apart here too. */
export function stripHtml(html: string): string {
  return html
    .replace(/<\/?(?:strong|em|b|i|u|s|small|sub|sup|code|abbr|span|a)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

/** At most so many UTF-16 units, whole words where that is possible, and never half a character. */
export function truncateText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  const whole = space > most / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '');
  return `${whole}…`;
}
