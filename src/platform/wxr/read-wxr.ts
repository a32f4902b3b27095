import { SaxesParser } from 'saxes';
import { readText } from '#platform/csv/encoding.ts';
import { UnreadableFile } from '#platform/csv/read-rows.ts';

/** Maximum number of characters of a piece of text or tag. Longer pieces would fill the memory. */
const maxPiece = 4 * 1024 * 1024;
const maxDepth = 50;

type Texts = ReadonlyMap<string, string>;

/** A comment in an export of WordPress. `texts` are by the names of elements: `wp:comment_author`. */
export interface WxrComment {
  readonly line: number;
  readonly texts: Texts;
  readonly meta: Texts;
}

/** A post, a page, a product or an attachment: WordPress calls all of them posts. */
export interface WxrItem {
  readonly kind: 'item';
  readonly line: number;
  readonly texts: Texts;
  readonly meta: Texts;
  readonly terms: readonly { readonly domain: string; readonly slug: string; readonly name: string }[];
  readonly comments: readonly WxrComment[];
}

/** An author. Authors come before the items in the file. */
export interface WxrAuthor {
  readonly kind: 'author';
  readonly texts: Texts;
}

interface Open {
  readonly line: number;
  readonly texts: Map<string, string>;
  readonly meta: Map<string, string>;
}

/** Reads an export file of WordPress (WXR) piece by piece. Entities that the file defines are refused. */
export async function* readWxr(file: string): AsyncGenerator<WxrItem | WxrAuthor> {
  const parser = new SaxesParser({ xmlns: false });
  const path: string[] = [];
  const found: (WxrItem | WxrAuthor)[] = [];
  let item: (Open & { terms: WxrItem['terms'][number][]; comments: WxrComment[] }) | null = null;
  let comment: Open | null = null;
  let author: Map<string, string> | null = null;
  let term = { domain: '', slug: '' };
  let [text, metaKey, pending] = ['', '', 0];
  const fail = (message: string): never => {
    throw new UnreadableFile(parser.line, message);
  };
  parser.on('error', ({ message }) => fail(message));
  parser.on('doctype', () => fail('it has a document type with entities of its own'));
  parser.on('opentag', ({ name, attributes }) => {
    if (path.push(name) > maxDepth) fail('it is nested too deep');
    text = '';
    const open = () => ({ line: parser.line, texts: new Map(), meta: new Map() });
    if (name === 'item') item = { ...open(), terms: [], comments: [] };
    if (name === 'wp:author') author = new Map();
    if (name === 'category') term = { domain: attributes.domain ?? '', slug: attributes.nicename ?? '' };
    if (name === 'wp:comment' && item) {
      comment = open();
      item.comments.push(comment);
    }
  });
  const addText = (more: string) => {
    pending = 0;
    text += more;
    if (text.length > maxPiece) fail('a text is too long');
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    pending = 0;
    path.pop();
    const value = text.trim();
    text = '';
    const owner = comment ?? item;
    const parent = path.at(-1);
    if (name === 'wp:meta_key') metaKey = value;
    else if (owner && name === 'wp:meta_value') owner.meta.set(metaKey, value);
    else if (item && name === 'category' && parent === 'item') item.terms.push({ ...term, name: value });
    else if (owner && (parent === 'item' || parent === 'wp:comment')) owner.texts.set(name, value);
    else if (author && parent === 'wp:author') author.set(name, value);
    if (name === 'wp:comment') comment = null;
    if (name === 'wp:author' && author) {
      found.push({ kind: 'author', texts: author });
      author = null;
    }
    if (name !== 'item' || !item) return;
    found.push({ kind: 'item', ...item });
    item = null;
  });
  for await (const chunk of readText(file, 'utf-8')) {
    pending += chunk.length;
    // Characters that XML has no room for are common in such files.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    parser.write(chunk.replace(/[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
    yield* found.splice(0);
    if (pending > maxPiece) fail('a text is too long');
  }
  parser.close();
  yield* found.splice(0);
}
