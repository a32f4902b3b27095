import { stripHtml } from '#platform/texts/plain-text.ts';
import { sanitiseHtml, toPlainText } from '#platform/texts/sanitise-html.ts';
import type { FileBlock } from '../content-file.ts';
import { importedType, maxImportedCode } from '../imported-block.tsx';
import { parseBlocks, type WxrBlock, withoutComments } from './parse-blocks.ts';

/** Maximum characters of one text block. Longer text is split into several blocks. */
const maxText = 60_000;
/** Limit of nested columns: deeper columns would exceed the levels that a page may have. */
const maxColumnLevel = 4;

export interface ConvertContext {
  /** Addresses of pictures by their attachment number in WordPress. */
  readonly attachments: ReadonlyMap<string, { readonly url: string; readonly alt: string }>;
  /** Slugs of reusable blocks by their post number in WordPress. */
  readonly reusable: ReadonlyMap<string, string>;
  readonly embedHosts: readonly string[];
  /** Address of the other site. Relative addresses are resolved against it. */
  readonly baseUrl: string;
}

export interface Converted {
  readonly blocks: readonly FileBlock[];
  readonly unknown: readonly string[];
}

export function convertHtml(html: string, context: ConvertContext): Converted {
  const writer = createWriter(context);
  const blocks = writer.convert(parseBlocks(html), 1);
  return { blocks, unknown: writer.unknown };
}

const toWhole = (value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);
const getText = (value: unknown): string => (typeof value === 'string' ? value : '');
const getId = (value: unknown): string => (typeof value === 'number' || typeof value === 'string' ? String(value) : '');

const readAttribute = (tag: string, name: string): string =>
  toPlainText(
    new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`, 'i')
      .exec(tag)
      ?.slice(1)
      .find((each) => each !== undefined) ?? '',
  );

const imageTag = /<img\b[^<>]{0,4000}>/gi;
/**
 * Matches a picture or a shortcode such as `[gallery ids="1,2"]`. Any word in brackets looks like a shortcode, so
 * unknown ones are checked later.
 */
const imageOrShortcode = /<img\b[^<>]{0,4000}>|\[([a-z][a-z0-9_-]{2,50})((?:\s|=)[^[\]]{0,2000})?\]/gi;
const closing = /\[\/[a-z][a-z0-9_-]{2,50}\]/gi;
/** Words that authors write in brackets, which are not shortcodes. */
const plainWords = ['sic', 'edit', 'update', 'updated'];
/** Elements that the shop removes from texts. A text that has one loses content, so the import reports it. */
const removedElements = /<(?:script|iframe|form|style|object|embed|svg|video|audio|input|button)\b/i;

/** Returns the content of the first `<figcaption>`. Scans once: an untrusted file may contain many opening tags. */
function readCaption(html: string): string {
  const open = /<figcaption\b[^<>]*>/i.exec(html);
  const rest = open ? html.slice(open.index + open[0].length) : '';
  return rest.slice(0, Math.max(0, rest.search(/<\/figcaption>/i)));
}

/** Finds closing tags of shortcodes after ascending positions, so that each text is scanned only once. */
function createClosings(html: string): (close: string, from: number) => number {
  const all = Map.groupBy([...html.matchAll(closing)].reverse(), ([tag]) => tag);
  return (close, from) => {
    const ends = all.get(close) ?? [];
    for (let next = ends.at(-1); next && next.index < from; next = ends.at(-1)) ends.pop();
    return ends.at(-1)?.index ?? -1;
  };
}

interface Read {
  /** HTML without the comments of the block editor. */
  readonly html: string;
  /** Address of the first picture in the block; '' when it has none. */
  readonly tag: string;
  readonly level: number;
}
type AddBlock = (out: FileBlock[], block: WxrBlock, read: Read) => void;

/** Blocks that are converted to a text block. */
const htmlBlocks = [
  ...['freeform', 'paragraph', 'heading', 'list', 'quote', 'pullquote', 'verse', 'table', 'buttons', 'button', 'html'],
  'file',
];
/** Blocks that are unwrapped: only their children are imported. */
const wrappers = ['column', 'group', 'row', 'stack'];

function createWriter({ attachments, reusable, embedHosts, baseUrl }: ConvertContext) {
  const unknown: string[] = [];
  let count = 0;
  const create = (type: string, values: FileBlock['values'], children?: readonly FileBlock[]): FileBlock => {
    count += 1;
    // A cut text may end with half of a surrogate pair, and the shop refuses a text with one.
    const whole = Object.entries(values).map(([key, value]) => [key, toWhole(value)]);
    return { id: `w${count.toString(36)}`, type, values: Object.fromEntries(whole), ...(children ? { children } : {}) };
  };
  const toAddress = (src: string): string => {
    const url = URL.canParse(src, baseUrl || undefined) ? new URL(src, baseUrl || undefined) : null;
    return url && /^https?:$/.test(url.protocol) ? url.href : '';
  };
  const addUnknown = (out: FileBlock[], what: string, code: string) => {
    unknown.push(what);
    out.push(create(importedType, { what: what.slice(0, 200), code: code.trim().slice(0, maxImportedCode) }));
  };
  const addImage = (out: FileBlock[], tag: string, caption: string, id = '') => {
    const known = attachments.get(id || (/wp-image-(\d+)/.exec(tag)?.[1] ?? ''));
    const address = known?.url ?? toAddress(readAttribute(tag, 'src'));
    const alt = (readAttribute(tag, 'alt') || known?.alt || '').replace(/\s+/g, ' ').trim().slice(0, 300);
    if (address !== '') out.push(create('image', { pictures: [address], alt, caption: caption.slice(0, 300) }));
  };
  const addGallery = (out: FileBlock[], addresses: readonly string[]) => {
    const pictures = [...new Set(addresses)].filter((address) => address !== '').slice(0, 60);
    if (pictures.length > 0) out.push(create('gallery', { title: '', pictures }));
  };
  /** Adds HTML without pictures and shortcodes. Consecutive texts become one block. */
  const addText = (out: FileBlock[], html: string) => {
    if (html === '') return;
    const safe = sanitiseHtml(html);
    if (stripHtml(safe) === '' && !safe.includes('<hr')) return;
    const last = out.at(-1);
    const before = last?.type === 'text' ? getText(last.values.html) : null;
    if (last && before !== null && before.length + safe.length < maxText)
      out.splice(-1, 1, { ...last, values: { html: `${before}\n${safe}` } });
    else out.push(create('text', { html: safe }));
  };
  const addShortCode = (out: FileBlock[], name: string, attributes: string, inner: string, source: string) => {
    if (name === 'caption' || name === 'wp_caption') {
      const [tag = ''] = inner.match(imageTag) ?? [];
      return addImage(out, tag, stripHtml(sanitiseHtml(inner)));
    }
    const ids = name === 'gallery' ? /ids="([\d,\s]+)"/.exec(attributes)?.[1] : undefined;
    if (ids)
      return addGallery(
        out,
        ids.split(',').map((id) => attachments.get(id.trim())?.url ?? ''),
      );
    if (name === 'embed') return addEmbed(out, stripHtml(inner), source);
    addUnknown(out, `[${name}]`, source);
  };
  const addHtml = (out: FileBlock[], html: string) => {
    if (removedElements.test(html)) return addUnknown(out, 'HTML', html);
    const findClosing = createClosings(html);
    let from = 0;
    imageOrShortcode.lastIndex = 0;
    for (let match = imageOrShortcode.exec(html); match; match = imageOrShortcode.exec(html)) {
      const [source, name, attributes = ''] = match;
      if (name !== undefined && plainWords.includes(name.toLowerCase())) continue;
      addText(out, html.slice(from, match.index));
      from = match.index + source.length;
      if (name === undefined) addImage(out, source, '');
      else {
        const close = `[/${name}]`;
        const end = findClosing(close, from);
        const inner = end === -1 ? '' : html.slice(from, end);
        if (end !== -1) from = end + close.length;
        addShortCode(out, name.toLowerCase(), attributes, inner, html.slice(match.index, from));
      }
      imageOrShortcode.lastIndex = from;
    }
    addText(out, html.slice(from));
  };
  const addEmbed = (out: FileBlock[], address: string, source: string) => {
    const url = URL.canParse(address) ? new URL(address) : null;
    const video = url && findVideo(url);
    const host = video ? new URL(video).hostname : (url?.hostname ?? '');
    if (!url || !embedHosts.includes(host)) return addUnknown(out, `embed ${host}`.trim(), source || address);
    out.push(create('embed', { address: (video ?? url.href).slice(0, 500), title: '' }));
  };
  const convert = (blocks: readonly WxrBlock[], level: number): FileBlock[] => {
    const out: FileBlock[] = [];
    for (const block of blocks) add(out, block, level);
    return out;
  };
  const addAll = (out: FileBlock[], blocks: readonly WxrBlock[], level: number): void => {
    for (const block of blocks) add(out, block, level);
  };
  const addImageBlock: AddBlock = (out, { attributes }, { html, tag }) => {
    addImage(out, tag, stripHtml(sanitiseHtml(readCaption(html))), getId(attributes.id));
  };
  const addGalleryBlock: AddBlock = (out, { attributes, children }, { html }) => {
    const ids = Array.isArray(attributes.ids) ? attributes.ids : children.map((child) => child.attributes.id);
    const byId = ids.map((id) => attachments.get(getId(id))?.url ?? '').filter((url) => url !== '');
    const tags = (html.match(imageTag) ?? []).map((each) => toAddress(readAttribute(each, 'src')));
    addGallery(out, byId.length >= tags.length ? byId : tags);
  };
  const addColumns: AddBlock = (out, { children }, { level }) => {
    if (level > maxColumnLevel) {
      addAll(out, children, level);
      return;
    }
    const groups = children.map((column) => create('group', { title: '' }, convert(column.children, level + 2)));
    const number = Math.min(4, Math.max(2, groups.length));
    if (groups.length > 0) out.push(create('columns', { count: String(number) }, groups));
  };
  const addPictureAndChildren: AddBlock = (out, { attributes, children }, { tag, level }) => {
    addImage(out, tag || `<img src="${getText(attributes.url)}">`, '', getId(attributes.mediaId ?? attributes.id));
    addAll(out, children, level);
  };
  const addSpacer: AddBlock = (out, { attributes }) => {
    const height = Number.parseInt(getId(attributes.height), 10) || 100;
    out.push(create('spacer', { size: height < 60 ? 'small' : height < 160 ? 'medium' : 'large' }));
  };
  const addReusable: AddBlock = (out, { attributes }) => {
    const slug = reusable.get(getId(attributes.ref));
    if (slug) out.push(create('reusable', { entry: slug }));
    else addUnknown(out, 'reusable block', JSON.stringify(attributes));
  };
  const addShortCodeBlock: AddBlock = (out, { source }, { html }) => addUnknown(out, html.trim().slice(0, 100), source);
  const addCode: AddBlock = (out, _, { html }) => {
    out.push(create('code', { code: toPlainText(html).slice(0, 20_000) }));
  };
  const known = new Map<string, AddBlock>([
    ...htmlBlocks.map((name) => [name, (out, _, { html }) => addHtml(out, html)] as [string, AddBlock]),
    ...wrappers.map(
      (name) => [name, (out, { children }, { level }) => addAll(out, children, level)] as [string, AddBlock],
    ),
    ['image', addImageBlock],
    ['gallery', addGalleryBlock],
    ['columns', addColumns],
    ['cover', addPictureAndChildren],
    ['media-text', addPictureAndChildren],
    ['code', addCode],
    ['preformatted', addCode],
    ['separator', (out) => addText(out, '<hr>')],
    ['spacer', addSpacer],
    ['embed', (out, { attributes, source }) => addEmbed(out, getText(attributes.url), source)],
    ['block', addReusable],
    ['shortcode', addShortCodeBlock],
    // Dividers of excerpts and pages have no equivalent in the shop.
    ['more', () => {}],
    ['nextpage', () => {}],
  ]);
  const add = (out: FileBlock[], block: WxrBlock, level: number): void => {
    const html = withoutComments(block.source);
    const [tag = ''] = html.match(imageTag) ?? [];
    const addKnown = known.get(block.name ?? 'freeform');
    if (addKnown) addKnown(out, block, { html, tag, level });
    else addUnknown(out, block.name ?? '', block.source || JSON.stringify(block.attributes));
  };
  return { convert, unknown };
}

/** Returns the address of a video's page at its provider; null for an address that is no known video. */
function findVideo({ hostname, pathname, searchParams }: URL): string | null {
  const host = hostname.replace(/^www\./, '');
  const id = host === 'youtu.be' ? pathname.slice(1) : host === 'youtube.com' ? (searchParams.get('v') ?? '') : '';
  if (/^[\w-]{6,20}$/.test(id)) return `https://www.youtube-nocookie.com/embed/${id}`;
  const number = host === 'vimeo.com' ? pathname.slice(1) : '';
  return /^\d{4,12}$/.test(number) ? `https://player.vimeo.com/video/${number}` : null;
}
