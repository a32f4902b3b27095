import { type ContactFieldInput, type FieldKind, safeAddress } from '#features/form-definitions/index.ts';
import { createSubmit } from './buttons.ts';
import { decodeEntities, type FormTag } from './read-tag.ts';
import { readOptions, type TagOptions } from './tag-options.ts';

interface TagSource {
  readonly tag: FormTag;
  readonly name: string;
  readonly options: TagOptions;
  /** What is between `[acceptance …]` and `[/acceptance]`. */
  readonly content: string | null;
  /** Takes a sentence about a value that is left out. */
  readonly note: (message: string) => void;
}

type FieldInput<Kind extends FieldKind> = Extract<ContactFieldInput, { kind: Kind }>;

const readCommon = ({ name, options }: TagSource) => ({
  ...{ name, id: options.getId(), class: options.getClasses() },
});

/** What the shop knows of a customer, by the name that the plugin has for it. */
const customerKeys: Readonly<Record<string, string>> = {
  user_email: 'email',
  user_display_name: 'name',
  user_first_name: 'first_name',
  user_last_name: 'last_name',
};
const defaultSource = new RegExp(`^default:(get|${Object.keys(customerKeys).join('|')})$`);

/** `default:get` reads the query, `default:user_email` the customer. */
function readDefaultSource({ options }: TagSource): { defaultFrom?: 'query' | 'customer'; defaultKey?: string } {
  const [, source = ''] = options.match(defaultSource) ?? [];
  if (source === 'get') return { defaultFrom: 'query' };
  const defaultKey = customerKeys[source];
  return defaultKey === undefined ? {} : { defaultFrom: 'customer', defaultKey };
}

function readTyped(source: TagSource) {
  const { tag, options } = source;
  const [value] = tag.values;
  const isPlaceholder = options.has('placeholder', 'watermark');
  return {
    ...{ ...readCommon(source), ...readDefaultSource(source), required: tag.isRequired },
    ...{ readonly: options.has('readonly'), autocomplete: options.get('autocomplete') },
    ...{ placeholder: isPlaceholder ? value : undefined, defaultValue: isPlaceholder ? undefined : value },
  };
}

/** `size:40`, `40/200` (size and maximum), `minlength:5`, `maxlength:200`. */
function readLengths({ options }: TagSource) {
  const [, size, maximum] = options.match(/^(\d{1,4})?\/(\d{1,5})?$/) ?? [];
  const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return {
    size: options.getInteger('size') ?? toNumber(size),
    maxlength: options.getInteger('maxlength') ?? toNumber(maximum),
    minlength: options.getInteger('minlength'),
  };
}

function readText<Kind extends 'text' | 'email' | 'url' | 'tel'>(kind: Kind, source: TagSource) {
  return { kind, ...readTyped(source), ...readLengths(source) };
}

/** `40x10/200`: columns, rows and maximum. */
function readTextarea(source: TagSource): FieldInput<'textarea'> {
  const [, columns, rows, maximum] = source.options.match(/^(\d{1,3})?x(\d{1,3})?(?:\/(\d{1,5}))?$/) ?? [];
  const { size: _, maxlength = maximum && Number(maximum), minlength } = readLengths(source);
  return {
    ...{ kind: 'textarea', ...readTyped(source), minlength, maxlength: maxlength || undefined },
    defaultValue: readTyped(source).defaultValue ?? source.content ?? undefined,
    ...{ rows: Number(rows) || undefined, columns: Number(columns) || undefined },
  };
}

function readNumber<Kind extends 'number' | 'range'>(kind: Kind, source: TagSource) {
  const read = (name: string) => {
    const text = source.options.get(name, (written) => /^-?\d{1,15}(?:\.\d{1,9})?$/.test(written));
    return text === undefined ? undefined : Number(text);
  };
  return { kind, ...readTyped(source), min: read('min'), max: read('max'), step: read('step') };
}

function readDate(source: TagSource): FieldInput<'date'> {
  const { options } = source;
  const typed = readTyped(source);
  const [, start] = options.match(/^default:(today.*)$/) ?? [];
  const days = { min: options.get('min'), max: options.get('max'), step: options.getInteger('step') };
  return { kind: 'date', ...typed, defaultValue: typed.defaultValue ?? start, ...days };
}

/** The text after a pipe is what mails say. */
function readChoices({ tag, options, note }: TagSource) {
  const choices = tag.values.map((text) => {
    const pipe = text.indexOf('|');
    if (pipe === -1) return { value: text.trim() };
    return { value: text.slice(0, pipe).trim(), mailValue: text.slice(pipe + 1).trim() };
  });
  const [, numbers] = options.match(/^default:(\d+(?:_\d+)*)$/) ?? [];
  const chosen = (numbers?.split('_') ?? []).flatMap((number) => {
    const choice = choices[Number(number) - 1];
    if (choice === undefined) note(`There is no choice ${number}, so it is not chosen at first.`);
    return choice?.value ?? [];
  });
  const different = choices.filter(({ value }, index) => {
    const isFirst = choices.findIndex((other) => other.value === value) === index;
    if (!isFirst) note(`The choice “${value}” is there twice: the second is left out.`);
    return isFirst;
  });
  return { options: different, defaultValues: [...new Set(chosen)] };
}

function readChoice(source: TagSource) {
  return {
    ...readCommon(source),
    ...readDefaultSource(source),
    ...readChoices(source),
    required: source.tag.isRequired,
  };
}

function readBoxes(source: TagSource) {
  const { options } = source;
  // Every box has a label here.
  options.has('use_label_element');
  return { ...readChoice(source), hasFreeText: options.has('free_text'), labelFirst: options.has('label_first') };
}

function readSelect(source: TagSource): FieldInput<'select'> {
  const { options } = source;
  return {
    ...{ kind: 'select', ...readChoice(source), isMultiple: options.has('multiple') },
    ...{ includeBlank: options.has('include_blank'), firstAsLabel: options.has('first_as_label') },
  };
}

/** Splits the sentence of an acceptance into text and links. Other markup is left out. */
function readSentence(html: string) {
  const pieces: { text: string; href?: string }[] = [];
  let href: string | undefined;
  for (const part of html.split(/(<[^<>]*>)/)) {
    const link = /^<a\s[^<>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(part);
    const address = decodeEntities(link?.[1] ?? link?.[2] ?? '');
    if (link) href = safeAddress.safeParse(address).success ? address : undefined;
    else if (/^<\/a\s*>$/i.test(part)) href = undefined;
    else if (!/^<[^<>]*>$/.test(part) && part !== '') {
      const text = decodeEntities(part).replace(/\s+/g, ' ');
      pieces.push(href === undefined ? { text } : { text, href });
    }
  }
  return pieces.filter(({ text }, index) => text.trim() !== '' || (index > 0 && index < pieces.length - 1));
}

function readAcceptance(source: TagSource): FieldInput<'acceptance'> {
  const { tag, options, content } = source;
  return {
    ...{ kind: 'acceptance', ...readCommon(source), content: readSentence((content ?? tag.values[0] ?? '').trim()) },
    ...{ isOptional: options.has('optional'), isInverted: options.has('invert') },
    isChecked: options.has('default:on'),
  };
}

/** What the plugin takes where a tag names no types. */
const defaultTypes = ['audio/*', 'video/*', 'image/*'];

const units: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** `limit:2mb`, `filetypes:pdf|png|image/*`, `capture:environment`. */
function readFile(source: TagSource): FieldInput<'file'> {
  const { options, tag } = source;
  const limit = /^(\d{1,9})([kmg]?)b?$/i;
  const [, amount, unit = ''] = limit.exec(options.get('limit', (text) => limit.test(text)) ?? '') ?? [];
  const capture = options.get('capture');
  const types = options.list('filetypes').flatMap((text) => text.toLowerCase().split(/[|,]/));
  const named = types.filter(Boolean).map((type) => (type.includes('/') || type.startsWith('.') ? type : `.${type}`));
  return {
    ...{ kind: 'file', ...readCommon(source), required: tag.isRequired },
    maxBytes: amount === undefined ? undefined : Number(amount) * (units[unit.toLowerCase()] ?? 1),
    accept: named.length > 0 ? named : defaultTypes,
    capture: capture === 'user' || capture === 'environment' ? capture : undefined,
  };
}

function readQuiz(source: TagSource): FieldInput<'quiz'> {
  const questions = source.tag.values.flatMap((text) => {
    const pipe = text.indexOf('|');
    const answer = text.slice(pipe + 1).trim();
    if (pipe !== -1 && answer !== '') return [{ question: text.slice(0, pipe).trim(), answer }];
    source.note(`“${text.slice(0, 100)}” has no answer after a bar: it is left out.`);
    return [];
  });
  const { size, maxlength } = readLengths(source);
  return { kind: 'quiz', ...readCommon(source), questions, size, maxlength };
}

function readCaptchaImage(source: TagSource): FieldInput<'captcha-image'> {
  const sizes = { s: 'small', m: 'medium', l: 'large' } as const;
  const size = source.options.get('size');
  // Images are drawn in the colours of the shop.
  source.options.list('fg');
  source.options.list('bg');
  const given = size === 's' || size === 'm' || size === 'l' ? sizes[size] : undefined;
  return { kind: 'captcha-image', ...readCommon(source), size: given };
}

function readCaptcha(source: TagSource): FieldInput<'captcha'> {
  const { size, maxlength } = readLengths(source);
  const placeholder = source.options.has('placeholder', 'watermark') ? source.tag.values[0] : undefined;
  return { kind: 'captcha', ...readCommon(source), size, maxlength, placeholder };
}

function readHidden(source: TagSource): FieldInput<'hidden'> {
  return { kind: 'hidden', ...readCommon(source), ...readDefaultSource(source), defaultValue: source.tag.values[0] };
}

/** Types of tags that are fields, but for `submit`, which has no name. */
const readers: Readonly<Record<string, (source: TagSource) => ContactFieldInput>> = {
  text: (source) => readText('text', source),
  email: (source) => readText('email', source),
  url: (source) => readText('url', source),
  tel: (source) => readText('tel', source),
  textarea: readTextarea,
  number: (source) => readNumber('number', source),
  range: (source) => readNumber('range', source),
  date: readDate,
  time: (source) => ({ kind: 'time', ...readTyped(source), step: source.options.getInteger('step') }),
  select: readSelect,
  // One of the buttons must be chosen, with an asterisk or without.
  radio: (source) => ({ kind: 'radio', ...readBoxes(source), required: true }),
  checkbox: (source) => ({ kind: 'checkbox', ...readBoxes(source), isExclusive: source.options.has('exclusive') }),
  acceptance: readAcceptance,
  file: readFile,
  quiz: readQuiz,
  captchac: readCaptchaImage,
  captchar: readCaptcha,
  hidden: readHidden,
};

/**
 * Whether a form must not be used without the field of a tag: it is required, sends the form, asks for consent or
 * keeps robots out.
 */
export function isNeeded({ type, isRequired, options }: FormTag): boolean {
  if (type === 'acceptance') return !options.includes('optional');
  return isRequired || ['submit', 'quiz', 'captchar', 'radio'].includes(type);
}

/** Whether a form has tags of this type. */
export const isTagType = (type: string) => Object.hasOwn(readers, type) || type === 'submit' || type === 'count';

export interface TagField {
  readonly field: ContactFieldInput;
  /** Options that have no meaning here. */
  readonly unread: readonly string[];
  /** Sentences about values that are left out. */
  readonly notes: readonly string[];
}

/** @returns null when the tag has no name */
export function readFieldTag(tag: FormTag, content: string | null): TagField | null {
  if (tag.type === 'submit') {
    const options = readOptions(tag.options);
    const common = { id: options.getId(), class: options.getClasses() };
    return { field: createSubmit(tag.values[0], common), unread: options.unread(), notes: [] };
  }
  const read = readers[tag.type];
  const [name = '', ...rest] = tag.options;
  if (read === undefined || !/^[A-Za-z][\w:.-]*$/.test(name)) return null;
  const options = readOptions(rest);
  const notes: string[] = [];
  const field = read({ tag, name, options, content, note: (message) => notes.push(message) });
  // Marks of other plugins, and hints for scripts that this shop does not load.
  options.ignore(/^(?:akismet|tabindex|capture|autocapitalize):/);
  return { field, unread: options.unread(), notes };
}
