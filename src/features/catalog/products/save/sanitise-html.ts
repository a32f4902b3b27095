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

/** Elements that go, though what is in them stands apart on a page. */
const removedBlockTags =
  /<\/?(?:div|section|article|header|footer|main|aside|figure|figcaption|center|address)\b[^<>]*>/gi;
const allowedBlockTags = /<\/?(?:p|h[2-6]|hr|[uod]l|li|d[td]|blockquote|table|caption|thead|tbody|tfoot|t[rhd])\b/;

/** HTML that people wrote, made safe when it is stored. What is not allowed goes; its text stays, but for scripts and styles. */
export function sanitiseHtml(html: string): string {
  // Forms send the line ends of another system, which files don't keep.
  const text = html.replace(/\r\n?/g, '\n').replace(removedBlockTags, '\n\n');
  return addParagraphs(sanitiseUntilStable(text).trim());
}

/** What goes may have kept apart what does not close by itself: `<td><x><td>`. Then it is read once more, as every later reader would. */
function sanitiseUntilStable(html: string, most = 4): string {
  const safe = sanitizeHtml(html, options);
  return safe === html || most === 1 ? safe : sanitiseUntilStable(safe, most - 1);
}

/**
 * What people write without markup, and the e-commerce plugin's editor keeps so: an empty line ends a paragraph, a line end breaks the line.
 * @param html well-formed
 */
function addParagraphs(html: string): string {
  if (!html.includes('\n') || html.includes('<pre>')) return html;
  let open = 0;
  const pieces = html.split(/\n[ \t]*\n\s*/).map((piece) => {
    const isFree = open === 0 && !allowedBlockTags.test(piece) && isBalanced(piece);
    open += count(piece, /<(?:p|h[2-6])>/g) - count(piece, /<\/(?:p|h[2-6])>/g);
    return isFree ? toParagraph(piece) : piece;
  });
  return pieces.join('\n\n');
}

const toParagraph = (text: string) => `<p>${text.replace(/(?:<br \/>)?[ \t]*\n/g, '<br />\n')}</p>`;

/** Whether what begins in a piece of well-formed HTML ends in it too, and what ends in it has begun there. */
function isBalanced(piece: string): boolean {
  let open = 0;
  for (const [tag] of piece.matchAll(/<[^<>]+>/g)) {
    if (tag.startsWith('</')) open -= 1;
    else if (!tag.endsWith('/>')) open += 1;
    if (open < 0) return false;
  }
  return open === 0;
}

const count = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0;

/** For what must hold no markup at all: the text, its entities read. */
export function toPlainText(html: string): string {
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&').trim();
}
