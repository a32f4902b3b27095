import { type FormBlock, isField, type LayoutElement } from '#features/form-definitions/index.ts';

/** Elements that end a paragraph. */
const blockElements: readonly LayoutElement[] = [
  ...([
    'p',
    'div',
    'hr',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'dl',
    'fieldset',
    'blockquote',
    'pre',
    'table',
  ] as const),
];
/** Elements in which paragraphs may be. */
const containers: readonly LayoutElement[] = ['div', 'fieldset', 'blockquote'];
/** Elements in which space between the elements means nothing. */
const structures: readonly LayoutElement[] = ['ul', 'ol', 'dl', 'table', 'thead', 'tbody', 'tr'];

const lineBreak: FormBlock = { kind: 'element', name: 'br', content: [] };

/** An empty line ends a paragraph, a line end becomes a line break, as authors of form tags expect it. */
export function addParagraphs(blocks: readonly FormBlock[]): FormBlock[] {
  const result: FormBlock[] = [];
  let line: FormBlock[] = [];
  const endParagraph = () => {
    const content = trimBreaks(line);
    if (content.length > 0) {
      const isOnlyHidden = content.every((block) => block.kind === 'hidden');
      result.push(...(isOnlyHidden ? content : [{ kind: 'element', name: 'p', content } as const]));
    }
    line = [];
  };
  for (const block of blocks) {
    if (block.kind === 'plain') {
      for (const [index, part] of block.text.split(/\n[ \t\r]*\n\s*/).entries()) {
        if (index > 0) endParagraph();
        line.push(...splitLines(part));
      }
    } else if (isField(block) || !(block.kind === 'element' && blockElements.includes(block.name))) {
      line.push(formatInside(block));
    } else {
      endParagraph();
      result.push(formatInside(block));
    }
  }
  endParagraph();
  return result;
}

function formatInside(block: FormBlock): FormBlock {
  if (block.kind !== 'element' || block.name === 'pre') return block;
  if (containers.includes(block.name)) return { ...block, content: addParagraphs(block.content) };
  if (structures.includes(block.name)) {
    return { ...block, content: block.content.filter((inner) => inner.kind !== 'plain').map(formatInside) };
  }
  const content = block.content.flatMap((inner) =>
    inner.kind === 'plain' ? splitLines(inner.text) : [formatInside(inner)],
  );
  return { ...block, content: trimBreaks(content) };
}

function splitLines(text: string): FormBlock[] {
  return text.split(/\r?\n/).flatMap((part, index) => {
    const shown = part.replace(/[ \t]+/g, ' ');
    const plain: FormBlock[] = shown === '' ? [] : [{ kind: 'plain', text: shown }];
    return index === 0 ? plain : [lineBreak, ...plain];
  });
}

const isSpace = (block: FormBlock | undefined) =>
  (block?.kind === 'plain' && block.text.trim() === '') || (block?.kind === 'element' && block.name === 'br');

function trimBreaks(blocks: readonly FormBlock[]): FormBlock[] {
  const first = blocks.findIndex((block) => !isSpace(block));
  const last = blocks.findLastIndex((block) => !isSpace(block));
  return first === -1 ? [] : blocks.slice(first, last + 1);
}
