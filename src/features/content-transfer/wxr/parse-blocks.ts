/** A WordPress block as its editor stores it: HTML between two comments. */
export interface WxrBlock {
  /** Name without `core/`. Null for HTML outside of blocks, which older editors wrote. */
  readonly name: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** HTML between the comments of the block, including those of its children. */
  readonly source: string;
  readonly children: readonly WxrBlock[];
}

const maxDepth = 30;

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Offset at which the block's source begins. */
  readonly from: number;
  readonly children: WxrBlock[];
}

function readComment(comment: string): Pick<WxrBlock, 'attributes'> & { readonly name: string } {
  const [, name = '', json = ''] = /^(\S+)(?:\s+([\s\S]*))?$/.exec(comment) ?? [];
  let attributes: unknown = {};
  try {
    attributes = JSON.parse(json || '{}');
  } catch {
    // Attributes that are not valid JSON are ignored.
  }
  const isRecord = typeof attributes === 'object' && attributes !== null && !Array.isArray(attributes);
  return {
    name: name.replace(/^core\//, ''),
    attributes: isRecord ? (attributes as Readonly<Record<string, unknown>>) : {},
  };
}

/** Parses the comments of the block editor in one pass. An unclosed block ends with the text. */
export function parseBlocks(html: string): readonly WxrBlock[] {
  const blocks: WxrBlock[] = [];
  const stack: Open[] = [];
  let textFrom = 0;
  const addText = (to: number) => {
    const source = html.slice(textFrom, to);
    // HTML within a block is the markup around its children.
    if (stack.length === 0 && source.trim() !== '') blocks.push({ name: null, attributes: {}, source, children: [] });
  };
  const close = (to: number) => {
    const open = stack.pop();
    if (!open) return;
    const { name, attributes, from, children } = open;
    (stack.at(-1)?.children ?? blocks).push({ name, attributes, children, source: html.slice(from, to) });
  };
  for (let at = html.indexOf('<!--'); at !== -1; at = html.indexOf('<!--', textFrom)) {
    const end = html.indexOf('-->', at + 4);
    if (end === -1) break;
    addText(at);
    const comment = html.slice(at + 4, end).trim();
    textFrom = end + 3;
    if (comment.startsWith('wp:')) {
      const isEmpty = comment.endsWith('/');
      const read = readComment(comment.slice(3, isEmpty ? -1 : undefined).trim());
      if (stack.length < maxDepth) stack.push({ ...read, from: textFrom, children: [] });
      if (isEmpty) close(textFrom);
    } else if (comment.startsWith('/wp:')) {
      const { name } = readComment(comment.slice(4).trim());
      if (stack.at(-1)?.name === name) close(at);
    }
  }
  addText(html.length);
  while (stack.length > 0) close(html.length);
  return blocks;
}

export const withoutComments = (source: string): string => {
  const parts: string[] = [];
  let from = 0;
  for (let at = source.indexOf('<!--'); at !== -1; at = source.indexOf('<!--', from)) {
    parts.push(source.slice(from, at));
    const end = source.indexOf('-->', at + 4);
    if (end === -1) return parts.join('');
    from = end + 3;
  }
  return [...parts, source.slice(from)].join('');
};
