import type { z } from 'zod';
import {
  type ContactField,
  type ContactFieldInput,
  contactField,
  type FormBlock,
  maxFields,
} from '#features/form-definitions/index.ts';
import { isNeeded, readFieldTag } from './field-from-tag.ts';
import type { ProblemList } from './problems.ts';
import { readOptions } from './tag-options.ts';
import type { Token } from './tokens.ts';

type TagToken = Extract<Token, { kind: 'tag' }>;

/** Reads tags into fields: each name once, and no more than a form may have. What a form needs is never left out. */
export function createFieldReader(problems: ProblemList): (token: TagToken) => FormBlock | null {
  const names = new Set<string>();
  return ({ tag, content, position }) => {
    if (tag.type === 'count') return readCounter(tag, position, problems);
    const leaveOut = (message: string) => {
      if (isNeeded(tag)) problems.refuse(position, `${message} The form needs this field.`);
      else problems.add(position, message);
      return null;
    };
    const read = readFieldTag(tag, content);
    if (read === null) return leaveOut(`The tag “${tag.type}” needs a name.`);
    const { field, changes, error } = checkField(read.field);
    if (field === null) return leaveOut(`The tag “${tag.type}” can’t be read: ${error}.`);
    for (const change of changes) problems.add(position, `${change} of the tag “${tag.type}”.`);
    for (const note of read.notes) problems.add(position, note);
    for (const option of read.unread) problems.add(position, describeUnread(option));
    if (field.kind === 'submit') return field;
    const key = field.kind === 'captcha-image' ? `image ${field.name}` : field.name;
    if (names.has(key)) return leaveOut(`Another field is named “${field.name}”.`);
    if (names.size >= maxFields) return leaveOut(`A form has at most ${maxFields} fields.`);
    names.add(key);
    return field;
  };
}

function describeUnread(option: string): string {
  const [, kind, value = ''] = /^(class|id):(.*)$/.exec(option) ?? [];
  if (kind !== undefined) return `“${value}” can’t be ${kind === 'id' ? 'an id' : 'a class'}: it is left out.`;
  return `The option “${option}” is not known.`;
}

interface CheckedField {
  readonly field: ContactField | null;
  /** What was changed or left out, so that the rest could be kept. */
  readonly changes: readonly string[];
  readonly error: string;
}

/** What makes a field: without it nothing is left to keep. */
const essential: readonly string[] = ['kind', 'name', 'label', 'options', 'questions', 'content', 'accept'];

/** Keeps a field whose numbers are too large, or of which a part can't be read, without that part. */
function checkField(input: ContactFieldInput): CheckedField {
  const first = contactField.safeParse(input);
  if (first.success) return { field: first.data, changes: [], error: '' };
  const kept: Record<string, unknown> = { ...input };
  const changes: string[] = [];
  const wrongTypes = new Set(first.error.issues.flatMap(({ path: [key, index] }) => (key === 'accept' ? [index] : [])));
  if (input.kind === 'file' && wrongTypes.size > 0 && wrongTypes.size < (input.accept?.length ?? 0)) {
    kept.accept = input.accept?.filter((_, index) => !wrongTypes.has(index));
    changes.push(`“${input.accept?.filter((_, index) => wrongTypes.has(index)).join(', ')}” is left out of the types`);
  }
  for (const issue of first.error.issues) {
    const key = String(issue.path[0]);
    if (essential.includes(key) || !Object.hasOwn(kept, key)) continue;
    const isTooLarge = issue.code === 'too_big' && typeof kept[key] === 'number';
    if (isTooLarge) kept[key] = Number(issue.maximum);
    else delete kept[key];
    changes.push(
      isTooLarge ? `${issue.maximum} is the most for “${key}”` : `“${key}” is left out, for it can’t be read,`,
    );
  }
  const { data = null, error } = contactField.safeParse(kept);
  const [problem] = error?.issues ?? [];
  return { field: data, changes: [...new Set(changes)], error: problem ? describeIssue(problem) : '' };
}

const describeIssue = ({ path, message }: z.core.$ZodIssue) => `${path.map(String).join('.')}: ${message}`;

function readCounter(tag: TagToken['tag'], position: number, problems: ProblemList): FormBlock | null {
  const [field = '', ...rest] = tag.options;
  const options = readOptions(rest);
  if (!/^[A-Za-z][\w:.-]{0,99}$/.test(field)) {
    problems.add(position, 'A counter needs the name of a field.');
    return null;
  }
  const direction = options.has('down') ? 'down' : 'up';
  return { kind: 'count', field, direction };
}
