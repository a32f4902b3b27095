import { SaxesParser } from 'saxes';
import { readText } from '#platform/csv/encoding.ts';
import { UnreadableFile } from '#platform/csv/read-rows.ts';
import type { ReviewField, ReviewRow, ReviewRows } from './review-row.ts';

/** Characters of one piece of text or tag. Longer ones would fill the memory. */
const maxPiece = 4 * 1024 * 1024;
const maxDepth = 50;

/** Names of WordPress' export below `wp:comment`. */
const commentFields: Readonly<Record<string, ReviewField>> = {
  'wp:comment_id': 'key',
  'wp:comment_parent': 'parent',
  'wp:comment_author': 'author',
  'wp:comment_date_gmt': 'date',
  'wp:comment_content': 'body',
  'wp:comment_approved': 'state',
  'wp:comment_type': 'type',
};

interface Item {
  readonly texts: Map<string, string>;
  readonly rows: { readonly line: number; readonly cells: Partial<Record<ReviewField, string>> }[];
}

/** Reads the comments and reviews of an export file of WordPress (WXR) piece by piece. Entities of its own are refused. */
export async function* readWxr(file: string): ReviewRows {
  const parser = new SaxesParser({ xmlns: false });
  const path: string[] = [];
  const found: ReviewRow[] = [];
  let item: Item | null = null;
  let row: Item['rows'][number] | null = null;
  let [text, metaKey, pending] = ['', '', 0];
  const fail = (message: string): never => {
    throw new UnreadableFile(parser.line, message);
  };
  parser.on('error', ({ message }) => fail(message));
  parser.on('doctype', () => fail('it has a document type with entities of its own'));
  parser.on('opentag', ({ name }) => {
    if (path.push(name) > maxDepth) fail('it is nested too deep');
    text = '';
    if (name === 'item') item = { texts: new Map(), rows: [] };
    if (name === 'wp:comment' && item) {
      row = { line: parser.line, cells: {} };
      item.rows.push(row);
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
    const field = commentFields[name];
    if (name === 'wp:meta_key') metaKey = text.trim();
    else if (row && name === 'wp:meta_value' && metaKey === 'rating') row.cells.stars = text.trim();
    else if (row && name === 'wp:meta_value' && metaKey === 'verified') row.cells.verified = text.trim();
    else if (row && field) row.cells[field] = text.trim();
    else if (item && name === 'wp:meta_value') item.texts.set(metaKey, text.trim());
    else if (item && name.startsWith('wp:post_')) item.texts.set(name, text.trim());
    text = '';
    if (name === 'wp:comment') row = null;
    if (name !== 'item' || !item) return;
    found.push(...toRows(item));
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

/** Comments of posts and pages have no product. */
function toRows({ texts, rows }: Item): ReviewRow[] {
  const isProduct = texts.get('wp:post_type') === 'product';
  const product = isProduct && {
    productId: texts.get('wp:post_id') ?? '',
    slug: texts.get('wp:post_name') ?? '',
    sku: texts.get('_sku') ?? '',
  };
  return rows.map(({ line, cells }) => ({ line, cells: { ...cells, ...product }, isComment: true }));
}
