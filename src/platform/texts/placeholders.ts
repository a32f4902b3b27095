/** `[contact-form id="5"]` in the shop's HTML, with the paragraph of its own that an editor puts it in. */
const pattern = /(?:<p>\s*)?\[([a-z-]+) id="(\d{1,9})"\](?:\s*<\/p>)?/g;

/** HTML, and what it names between two pieces of it. */
export type HtmlPiece = string | { readonly name: string; readonly id: number; readonly source: string };

/** @returns the HTML alone, where it names nothing */
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

/** For places where nothing fills them. */
export const removePlaceholders = (html: string): string => (html.includes('[') ? html.replace(pattern, ' ') : html);
