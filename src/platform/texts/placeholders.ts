/** Matches `[contact-form id="5"]` in the shop's HTML, together with the paragraph that an editor puts around it. */
const pattern = /(?:<p>\s*)?\[([a-z-]+) id="(\d{1,9})"\](?:\s*<\/p>)?/g;

/** A piece of HTML, or a placeholder between two pieces of HTML. */
export type HtmlPiece = string | { readonly name: string; readonly id: number; readonly source: string };

/** @returns only the HTML when it has no placeholders */
export function splitAtPlaceholders(html: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = [];
  let end = 0;
  for (const match of html.matchAll(pattern)) {
    const [source, name = '', id] = match;
    pieces.push(html.slice(end, match.index), { name, id: Number(id), source });
    end = match.index + source.length;
  }
  return [...pieces, html.slice(end)];
}

/** Removes placeholders, for places where nothing replaces them. */
export const removePlaceholders = (html: string): string => (html.includes('[') ? html.replace(pattern, ' ') : html);
