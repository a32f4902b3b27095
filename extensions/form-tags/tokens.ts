import { createFinder, type ProblemList } from './problems.ts';
import { decodeEntities, type FormTag, readTag } from './read-tag.ts';

/** A piece of the source of a form. */
export type Token = { readonly position: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tag'; readonly tag: FormTag; readonly content: string | null }
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'close'; readonly name: string }
);

/** Elements whose content is no text. */
const rawElements = ['script', 'style', 'iframe', 'noscript', 'template', 'object', 'svg', 'math', 'textarea', 'title'];

/** Elements whose content no visitor of the plugin's forms saw either. */
const silentElements = ['script', 'style'];

/** Begins a tag that a form can't do without: a required field, or its button. */
const neededTag = /\[\s*(?:[a-z][a-z0-9_-]*\*|submit)(?=[\s\]])/i;

/** Tags of the plugin that show something to visitors and ask for nothing, and what is said of them. */
const shownTags: Readonly<Record<string, string>> = {
  response: 'The tag “response” is left out: answers are shown at the end of the form.',
  reflection: 'The tag “reflection” is left out: what was typed is not shown again.',
  recaptcha: 'The tag “recaptcha” is left out: settings of the shop check for robots.',
};
const acceptanceEnd = '[/acceptance]';
/** The sentence after an acceptance without an end: to the end of its line, with links and marks of words. */
const sentenceAfter = /^[^[\n<]*(?:<\/?(?:a|strong|em|b|i|span)\b[^<>\n[]*>[^[\n<]*)*/i;
const maxSentenceLength = 2_000;

/** Splits the source of a form into tags, elements and text, in linear time. */
export function tokenize(source: string, isTagType: (type: string) => boolean, problems: ProblemList): Token[] {
  const scan = createScanner(source, isTagType, problems);
  const tokens: Token[] = [];
  const special = /[[<]/g;
  let position = 0;
  const addText = (to: number) => {
    if (to > position) tokens.push({ kind: 'text', position, text: decodeEntities(source.slice(position, to)) });
  };
  for (;;) {
    const at = special.exec(source)?.index ?? -1;
    if (at === -1) break;
    const read = source[at] === '[' ? scan.bracket(at) : scan.angle(at);
    if (read === null) continue;
    addText(at);
    if (read.token) tokens.push(read.token);
    position = Math.min(read.end, source.length);
    special.lastIndex = position;
  }
  addText(source.length);
  return tokens;
}

/** A token, or nothing for what is left out, and where it ends. */
interface Read {
  readonly token: Token | null;
  readonly end: number;
}

function createScanner(source: string, isTagType: (type: string) => boolean, problems: ProblemList) {
  const find = {
    bracket: createFinder(source, ']'),
    acceptance: createFinder(source, acceptanceEnd),
    angle: createFinder(source, '>'),
    comment: createFinder(source, '-->'),
  };
  const lower = source.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const findEnd = new Map(rawElements.map((name) => [name, createFinder(lower, `</${name}`)]));

  /** A required field that visitors would read as text refuses the form. */
  function showAsText(at: number, message: string): void {
    if (neededTag.exec(source.slice(at, at + 100))?.index === 0)
      problems.refuse(at, `${message} The form needs this field.`);
    else problems.add(at, message);
  }

  /** Names what is left out with everything in it, up to `end`. */
  function leaveOut(what: string, at: number, end: number, isSilent: boolean): Read {
    if (end === Number.POSITIVE_INFINITY)
      problems.refuse(at, `${what} has no end, and all after it would be left out.`);
    else if (!isSilent && neededTag.test(source.slice(at, end)))
      problems.refuse(at, `${what} has a tag that the form needs: it can’t be left out.`);
    else problems.add(at, `${what} is left out with its content.`);
    return { token: null, end };
  }

  /** @returns null when the bracket is text */
  function bracket(at: number): Read | null {
    const isEscaped = source[at + 1] === '[';
    const end = find.bracket(at);
    const nested = source.indexOf('[', at + (isEscaped ? 2 : 1));
    if (end === Number.POSITIVE_INFINITY || (nested !== -1 && nested < end)) {
      showAsText(at, 'This bracket has no end: it is shown as text.');
      return null;
    }
    if (isEscaped) {
      if (source[end + 1] !== ']') return null;
      return { token: { kind: 'text', position: at, text: source.slice(at + 1, end + 1) }, end: end + 2 };
    }
    if (source.startsWith(acceptanceEnd, at)) return { token: null, end: at + acceptanceEnd.length };
    const tag = readTag(source.slice(at + 1, end));
    const shown = tag && Object.hasOwn(shownTags, tag.type) ? shownTags[tag.type] : undefined;
    if (shown !== undefined) {
      problems.add(at, shown);
      return { token: null, end: end + 1 };
    }
    if (tag === null || !isTagType(tag.type)) {
      showAsText(at, 'This is no tag of a form: it is shown as text.');
      return null;
    }
    if (tag.type !== 'acceptance') return { token: { kind: 'tag', position: at, tag, content: null }, end: end + 1 };
    return acceptance(at, tag, end);
  }

  function acceptance(at: number, tag: FormTag, end: number): Read {
    const close = find.acceptance(end);
    const content = close === Number.POSITIVE_INFINITY ? null : source.slice(end + 1, close);
    if (content !== null && !content.includes('['))
      return { token: { kind: 'tag', position: at, tag, content }, end: close + acceptanceEnd.length };
    // The text after it says what is accepted.
    const [sentence = ''] = sentenceAfter.exec(source.slice(end + 1, end + 1 + maxSentenceLength)) ?? [];
    const found = sentence.trim() === '' ? '' : sentence;
    return { token: { kind: 'tag', position: at, tag, content: found || null }, end: end + 1 + found.length };
  }

  /** Only a comment with tags is named: the plugin answered to them. */
  function comment(at: number): Read {
    const end = find.comment(at) + 3;
    const isOpen = end === Number.POSITIVE_INFINITY;
    if (!isOpen && !source.slice(at, end).includes('[')) return { token: null, end };
    return leaveOut('The comment', at, end, false);
  }

  /** @returns null when the sign is text */
  function angle(at: number): Read | null {
    if (source.startsWith('<!--', at)) return comment(at);
    const end = find.angle(at);
    const next = source.indexOf('<', at + 1);
    if (end === Number.POSITIVE_INFINITY || (next !== -1 && next < end)) return null;
    const [, slash, name = '', attributes = ''] =
      /^<(\/?)([a-z][a-z0-9]*)((?:[\s/].*)?)>$/is.exec(source.slice(at, end + 1)) ?? [];
    if (slash === undefined) return null;
    const element = name.toLowerCase();
    const isRaw = slash === '' && findEnd.get(element);
    if (isRaw) return leaveOut(`The element “${element}”`, at, isRaw(end), silentElements.includes(element));
    const token = slash
      ? ({ kind: 'close', name: element } as const)
      : ({ kind: 'open', name: element, attributes } as const);
    return { token: { ...token, position: at }, end: end + 1 };
  }

  return { bracket, angle };
}
