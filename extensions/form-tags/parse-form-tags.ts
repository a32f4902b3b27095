import {
  type FormBlock,
  type LayoutAttributes,
  type LayoutElement,
  layoutAttributes,
  layoutElements,
} from '#features/form-definitions/index.ts';
import { createSubmit, pickFields, readText, sendsForm } from './buttons.ts';
import { isTagType } from './field-from-tag.ts';
import { addParagraphs } from './paragraphs.ts';
import { createProblemList, type ProblemList, type TagProblem } from './problems.ts';
import { createFieldReader } from './read-field.ts';
import { decodeEntities } from './read-tag.ts';
import { isCssClass } from './tag-options.ts';
import { type Token, tokenize } from './tokens.ts';

/** Characters of a source. What comes after them is not read. */
const maxSourceLength = 200_000;

/** Elements inside of each other; more are left out, their content stays. */
const maxDepth = 12;
/** Blocks directly inside of another. */
const maxBlocks = 500;
/** Characters of a piece of text. */
const maxTextLength = 10_000;

export interface ParsedForm {
  readonly layout: FormBlock[];
  readonly problems: TagProblem[];
  /** Whether something is missing without which the form must not be used, such as a required field. */
  readonly isRefused: boolean;
}

/** Reads form tags within HTML into the layout of a form. Never throws; the work is linear in the source's length. */
export function parseFormTags(source: string): ParsedForm {
  const problems = createProblemList(source);
  if (source.length > maxSourceLength) {
    problems.refuse(maxSourceLength, `Only the first ${maxSourceLength} characters are read.`);
  }
  const tokens = tokenize(source.slice(0, maxSourceLength), isTagType, problems);
  const layout = addParagraphs(buildTree(tokens, problems));
  if (layout.length > maxBlocks) refuseBlocks(source.length, problems);
  return { layout: layout.slice(0, maxBlocks), problems: problems.list(), isRefused: problems.isRefused() };
}

const refuseBlocks = (position: number, problems: ProblemList) =>
  problems.refuse(position, `Only the first ${maxBlocks} parts are read.`);

type OpenToken = Extract<Token, { kind: 'open' }>;

interface OpenElement {
  readonly name: LayoutElement | 'button';
  readonly attributes: LayoutAttributes | undefined;
  readonly content: FormBlock[];
  readonly position: number;
}

const voidElements: readonly string[] = ['br', 'hr'];
const isLayoutElement = (name: string): name is LayoutElement => (layoutElements as readonly string[]).includes(name);

function buildTree(tokens: readonly Token[], problems: ProblemList): FormBlock[] {
  const root: FormBlock[] = [];
  const open: OpenElement[] = [];
  const readField = createFieldReader(problems);
  const add = (block: FormBlock, position: number) => {
    const content = open.at(-1)?.content ?? root;
    if (content.length < maxBlocks) content.push(block);
    else if (content.length === maxBlocks) refuseBlocks(position, problems);
  };
  const closeLast = () => {
    const closed = open.pop();
    for (const block of closed ? toBlocks(closed) : []) add(block, closed?.position ?? 0);
  };
  const openElement = (token: OpenToken) => {
    const { name, position } = token;
    const written = listAttributes(token);
    if (sendsForm(token, (attribute) => written.get(attribute))) {
      const attributes = readAttributes(written, position, problems, ['type', 'value', 'alt']);
      if (name === 'input') add(createSubmit(written.get('value') ?? written.get('alt'), attributes), position);
      else open.push({ name: 'button', attributes, content: [], position });
    } else if (!isLayoutElement(name)) problems.add(position, `The element “${name}” is left out.`);
    else {
      const element = { name, attributes: readAttributes(written, position, problems), content: [], position };
      if (voidElements.includes(name)) for (const block of toBlocks(element)) add(block, position);
      else if (open.length < maxDepth) open.push(element);
      else problems.add(position, 'Elements are nested too deeply: this one is left out.');
    }
  };
  const closeElement = (name: string, position: number) => {
    const depth = open.findLastIndex((element) => element.name === name);
    if (depth !== -1) while (open.length > depth) closeLast();
    else if (isLayoutElement(name)) problems.add(position, `Nothing named “${name}” is open here.`);
  };
  for (const token of tokens) {
    if (token.kind === 'text') {
      if (token.text.length > maxTextLength)
        problems.add(token.position, `Only the first ${maxTextLength} characters of this text are kept.`);
      add({ kind: 'plain', text: token.text.slice(0, maxTextLength) }, token.position);
    } else if (token.kind === 'tag') {
      const block = readField(token);
      if (block) add(block, token.position);
    } else if (token.kind === 'open') openElement(token);
    else closeElement(token.name, token.position);
  }
  for (const { name, position } of open) {
    const message = `The element “${name}” is not closed.`;
    if (name === 'button') problems.refuse(position, message);
    else problems.add(position, message);
  }
  while (open.length > 0) closeLast();
  return root;
}

/** A button becomes the field that sends the form. Fields within it come first, for a field has no others inside. */
function toBlocks({ name, attributes, content }: OpenElement): FormBlock[] {
  if (name !== 'button') return [{ ...{ kind: 'element', name, content }, ...(attributes && { attributes }) }];
  const fields = pickFields(content);
  const isDoubled = fields.some(({ kind }) => kind === 'submit');
  return isDoubled ? fields : [...fields, createSubmit(readText(content), attributes)];
}

const attributeNames: readonly string[] = ['class', 'id', 'for', 'href', 'title'];

/** Attributes by their lower-case names. Of two with one name the first counts, as in browsers. */
function listAttributes({ attributes }: OpenToken): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of attributes
    .slice(0, 5000)
    .matchAll(/([a-z-]{1,50})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, decodeEntities(double ?? single ?? bare ?? ''));
  }
  return found;
}

function readAttributes(
  written: ReadonlyMap<string, string>,
  position: number,
  problems: ProblemList,
  read: readonly string[] = [],
): LayoutAttributes | undefined {
  const found: Record<string, string> = {};
  for (const [key, value] of written) {
    if (read.includes(key)) continue;
    if (key === 'class') {
      const classes = readClasses(value, position, problems);
      if (classes !== '') found[key] = classes;
      continue;
    }
    const isValid = attributeNames.includes(key) && layoutAttributes.safeParse({ [key]: value }).success;
    if (isValid) found[key] = value;
    else problems.add(position, `The attribute “${key}” is left out.`);
  }
  return Object.keys(found).length > 0 ? layoutAttributes.parse(found) : undefined;
}

/** Keeps the names that can be classes of a form, as many as fit. */
function readClasses(value: string, position: number, problems: ProblemList): string {
  let kept = '';
  for (const name of value.split(/\s+/).filter(Boolean)) {
    const longer = kept === '' ? name : `${kept} ${name}`;
    if (isCssClass(longer)) kept = longer;
    else problems.add(position, `“${name.slice(0, 100)}” can’t be a class: it is left out.`);
  }
  return kept;
}
