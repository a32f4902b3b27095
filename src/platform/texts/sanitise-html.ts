import sanitizeHtml from 'sanitize-html';

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre'],
    ...['a', 'strong', 'em', 'b', 'i', 'u', 's', 'small', 'sub', 'sup', 'code', 'abbr', 'span', 'img'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title'],
    abbr: ['title'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    ol: ['start'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  transformTags: {
    h1: 'h2',
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy' } }),
  },
  nestingLimit: 50,
};

/** Tags of block elements that are removed; their content becomes a separate paragraph. */
const removedBlockTags =
  /<\/?(?:div|section|article|header|footer|main|aside|figure|figcaption|center|address)\b[^<>]*>/gi;
const allowedBlockTags = /<\/?(?:p|h[2-6]|hr|[uod]l|li|d[td]|blockquote|table|caption|thead|tbody|tfoot|t[rhd])\b/;

/** Makes HTML safe to store. Removes disallowed tags and keeps their text, except scripts and styles. */
export function sanitiseHtml(html: string): string {
  // Forms send CRLF line ends.
  const text = html.replace(/\r\n?/g, '\n').replace(removedBlockTags, '\n\n');
  return addParagraphs(sanitiseUntilStable(text).trim());
}

/**
 * Repeats until nothing changes: the removal of a tag may alter how the rest is parsed (`<td><x><td>`).
 * @param maxPasses maximum number of repetitions
 */
function sanitiseUntilStable(html: string, maxPasses = 4): string {
  const safe = sanitizeHtml(html, options);
  return safe === html || maxPasses === 1 ? safe : sanitiseUntilStable(safe, maxPasses - 1);
}

/**
 * Adds the paragraphs that editors of other shops leave out: an empty line ends a paragraph, a line
 * end becomes a line break.
 * @param html well-formed HTML
 */
function addParagraphs(html: string): string {
  if (!html.includes('\n') || html.includes('<pre>')) return html;
  let openBlocks = 0;
  const paragraphs = html.split(/\n[ \t]*\n\s*/).map((part) => {
    const isInlineOnly = openBlocks === 0 && !allowedBlockTags.test(part) && isBalanced(part);
    openBlocks += countMatches(part, /<(?:p|h[2-6])>/g) - countMatches(part, /<\/(?:p|h[2-6])>/g);
    return isInlineOnly ? toParagraph(part) : part;
  });
  return paragraphs.join('\n\n');
}

const toParagraph = (text: string) => `<p>${text.replace(/(?:<br \/>)?[ \t]*\n/g, '<br />\n')}</p>`;

/** Whether every element of a piece of well-formed HTML opens and closes inside the piece. */
function isBalanced(html: string): boolean {
  let open = 0;
  for (const [tag] of html.matchAll(/<[^<>]+>/g)) {
    if (tag.startsWith('</')) open -= 1;
    else if (!tag.endsWith('/>')) open += 1;
    if (open < 0) return false;
  }
  return open === 0;
}

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

export function toPlainText(html: string): string {
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&').trim();
}
