import { removePlaceholders } from '#platform/texts/placeholders.ts';
import { stripHtml, truncateText } from '#platform/texts/plain-text.ts';

/** Approximate number of characters that search engines show. */
export const maxDescriptionLength = 160;

/** Makes the text of `<meta name="description">` from the shop's own sanitised HTML. */
export function toMetaDescription(html: string): string {
  return truncateText(stripHtml(removePlaceholders(html)), maxDescriptionLength);
}
