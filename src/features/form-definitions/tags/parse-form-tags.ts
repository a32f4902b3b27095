import {
  type FormBlock,
  type LayoutAttributes,
  type LayoutElement,
  layoutAttributes,
  layoutElements,
} from '../definition/blocks.ts';
import { maxFields } from '../definition/check-layout.ts';
import { contactField } from '../definition/field.ts';
import { isTagType, readFieldTag } from './field-from-tag.ts';
import { addParagraphs } from './paragraphs.ts';
import { createProblemList, type ProblemList, type TagProblem } from './problems.ts';
import { decodeEntities } from './read-tag.ts';
import { readOptions } from './tag-options.ts';
import { type Token, tokenize } from './tokens.ts';

/** Characters of a source. What comes after them is not read. */
const maxSourceLength = 200_000;

/** Elements inside of each other; more are left out, their content stays. */
const maxDepth = 12;
/** Blocks directly inside of another. */
const maxBlocks = 500;

export interface ParsedForm {
  readonly layout: FormBlock[];
  readonly problems: TagProblem[];
}

/** Reads form tags within HTML into the layout of a form. Never throws; the work is linear in the source's length. */
export function parseFormTags(source: string): ParsedForm {
  const problems = createProblemList(source);
  if (source.length > maxSourceLength) {
    problems.add(maxSourceLength, `Only the first ${maxSourceLength} characters are read.`);
  }
  const tokens = tokenize(source.slice(0, maxSourceLength), isTagType, problems);
  const root = buildTree(tokens, problems);
  return { layout: addParagraphs(root).slice(0, maxBlocks), problems: problems.list() };
}

interface OpenElement {
  readonly name: LayoutElement;
  readonly attributes: LayoutAttributes | undefined;
  readonly content: FormBlock[];
  readonly position: number;
}

const voidElements: readonly string[] = ['br', 'hr'];
const isLayoutElement = (name: string): name is LayoutElement => (layoutElements as readonly string[]).includes(name);

function buildTree(tokens: readonly Token[], problems: ProblemList): FormBlock[] {
  const root: FormBlock[] = [];
  const open: OpenElement[] = [];
  const fields = createFieldReader(problems);
  const add = (block: FormBlock, position: number) => {
    const content = open.at(-1)?.content ?? root;
    if (content.length < maxBlocks) content.push(block);
    else if (content.length === maxBlocks) problems.add(position, `Only the first ${maxBlocks} parts are read.`);
  };
  const closeLast = () => {
    const closed = open.pop();
    if (closed) add(toElement(closed), closed.position);
  };
  for (const token of tokens) {
    if (token.kind === 'text') add({ kind: 'plain', text: token.text.slice(0, 10_000) }, token.position);
    else if (token.kind === 'tag') {
      const block = fields(token);
      if (block) add(block, token.position);
    } else if (!isLayoutElement(token.name)) {
      if (token.kind === 'open') problems.add(token.position, `The element “${token.name}” is left out.`);
    } else if (token.kind === 'open') {
      const element = {
        name: token.name,
        attributes: readAttributes(token, problems),
        content: [],
        position: token.position,
      };
      if (voidElements.includes(token.name)) add(toElement(element), token.position);
      else if (open.length < maxDepth) open.push(element);
      else problems.add(token.position, 'Elements are nested too deeply: this one is left out.');
    } else {
      const depth = open.findLastIndex(({ name }) => name === token.name);
      if (depth === -1) problems.add(token.position, `Nothing named “${token.name}” is open here.`);
      else while (open.length > depth) closeLast();
    }
  }
  for (const { name, position } of open) problems.add(position, `The element “${name}” is not closed.`);
  while (open.length > 0) closeLast();
  return root;
}

const toElement = ({ name, attributes, content }: OpenElement): FormBlock => ({
  ...{ kind: 'element', name, content },
  ...(attributes && { attributes }),
});

const attributeNames: readonly string[] = ['class', 'id', 'for', 'href', 'title'];

function readAttributes({ attributes, position }: Extract<Token, { kind: 'open' }>, problems: ProblemList) {
  const found: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of attributes
    .slice(0, 5000)
    .matchAll(/([a-z-]{1,50})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)) {
    const key = name.toLowerCase();
    const value = decodeEntities(double ?? single ?? bare ?? '');
    const isValid = attributeNames.includes(key) && layoutAttributes.safeParse({ [key]: value }).success;
    if (isValid) found[key] = value;
    else problems.add(position, `The attribute “${key}” is left out.`);
  }
  return Object.keys(found).length > 0 ? layoutAttributes.parse(found) : undefined;
}

/** Reads tags into fields: each name once, and no more than a form may have. */
function createFieldReader(problems: ProblemList) {
  const names = new Set<string>();
  return ({ tag, content, position }: Extract<Token, { kind: 'tag' }>): FormBlock | null => {
    if (tag.type === 'count') return readCounter(tag, position, problems);
    const read = readFieldTag(tag, content);
    if (read === null) {
      problems.add(position, `The tag “${tag.type}” needs a name.`);
      return null;
    }
    const { data: field, error } = contactField.safeParse(read.field);
    if (error) {
      const [issue] = error.issues;
      problems.add(position, `The tag “${tag.type}” can’t be read: ${issue?.path.join('.')}: ${issue?.message}`);
      return null;
    }
    for (const option of read.unread) problems.add(position, `The option “${option}” is not known.`);
    if (field.kind === 'submit') return field;
    const key = field.kind === 'captcha-image' ? `image ${field.name}` : field.name;
    if (names.has(key) || names.size >= maxFields) {
      const isRepeated = names.has(key);
      problems.add(
        position,
        isRepeated ? `Another field is named “${field.name}”.` : `A form has at most ${maxFields} fields.`,
      );
      return null;
    }
    names.add(key);
    return field;
  };
}

function readCounter(
  tag: Extract<Token, { kind: 'tag' }>['tag'],
  position: number,
  problems: ProblemList,
): FormBlock | null {
  const [field = '', ...rest] = tag.options;
  const options = readOptions(rest);
  if (!/^[A-Za-z][\w:.-]{0,99}$/.test(field)) {
    problems.add(position, 'A counter needs the name of a field.');
    return null;
  }
  const direction = options.has('down') ? 'down' : 'up';
  return { kind: 'count', field, direction };
}
