import { type FieldOf, type FormBlock, getContent, isField } from '#features/form-definitions/index.ts';
import type { Token } from './tokens.ts';

type OpenToken = Extract<Token, { kind: 'open' }>;

/** Reads an attribute by its lower-case name; undefined when the element does not have it. */
export type ReadAttribute = (name: string) => string | undefined;

/** Whether an element sends its form. A button without a type does. */
export function sendsForm({ name }: OpenToken, readAttribute: ReadAttribute): boolean {
  const type = readAttribute('type')?.trim().toLowerCase();
  if (name === 'button') return type !== 'button' && type !== 'reset';
  return name === 'input' && (type === 'submit' || type === 'image');
}

/** What `[submit]` shows without a text. */
export const submitLabel = 'Send';

type SubmitAttributes = Partial<Pick<FieldOf<'submit'>, 'id' | 'class'>>;

/** Makes the button that sends a form. @param text undefined or without words for the usual label */
export function createSubmit(
  text: string | undefined,
  { id, class: classes }: SubmitAttributes = {},
): FieldOf<'submit'> {
  const label = (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 200) || submitLabel;
  return { kind: 'submit', ...(id && { id }), ...(classes && { class: classes }), label };
}

/** All text within blocks. */
export const readText = (blocks: readonly FormBlock[]): string =>
  blocks.map((block) => (block.kind === 'plain' ? block.text : readText(getContent(block)))).join(' ');

/** The fields within blocks, with the buttons. */
export const pickFields = (blocks: readonly FormBlock[]): FormBlock[] =>
  blocks.flatMap((block) => (isField(block) ? [block] : pickFields(getContent(block))));

/** Whether a form can always be sent: a button in a group that may be hidden does not count. */
export const hasSubmit = (blocks: readonly FormBlock[]): boolean =>
  blocks.some((block) => {
    if (block.kind === 'group' && block.showWhen) return false;
    return block.kind === 'submit' || hasSubmit(getContent(block));
  });
