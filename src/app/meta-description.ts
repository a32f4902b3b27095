/** Characters that search engines show. */
export const maxDescriptionLength = 160;

/** Plain text of the shop's own sanitised HTML, for `<meta name="description">`. */
export function toMetaDescription(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&amp;', '&')
    .trim()
    .slice(0, maxDescriptionLength);
}
