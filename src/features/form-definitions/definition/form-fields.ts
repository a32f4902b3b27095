import type { ConditionalField, ShowCondition } from '../rules/conditions.shared.ts';
import type { FormBlock, LayoutBlock } from './blocks.ts';
import type { ContactField, NamedField } from './field.ts';

/** A field of a layout with the conditions of all groups around it. */
export interface PlacedField {
  readonly field: NamedField;
  readonly showWhen: readonly ShowCondition[];
}

const layoutKinds: readonly string[] = [
  ...(['plain', 'count', 'element', 'group', 'columns', 'step'] satisfies LayoutBlock['kind'][]),
];

export const isLayoutBlock = (block: FormBlock): block is LayoutBlock => layoutKinds.includes(block.kind);
export const isField = (block: FormBlock): block is ContactField => !isLayoutBlock(block);

export function getContent(block: FormBlock): readonly FormBlock[] {
  if (block.kind === 'columns') return block.columns.flat();
  return block.kind === 'element' || block.kind === 'group' || block.kind === 'step' ? block.content : [];
}

/** Fields in the order of the layout, without submit buttons. */
export function listPlacedFields(layout: readonly FormBlock[], around: readonly ShowCondition[] = []): PlacedField[] {
  return layout.flatMap((block) => {
    if (!isLayoutBlock(block)) return block.kind === 'submit' ? [] : [{ field: block, showWhen: around }];
    const own = block.kind === 'group' ? (block.showWhen ?? []) : [];
    return listPlacedFields(getContent(block), [...around, ...own]);
  });
}

export function listFields(layout: readonly FormBlock[]): NamedField[] {
  return listPlacedFields(layout).map(({ field }) => field);
}

/**
 * Whether a quiz stands beside the images of captchas. Who can't see an image leaves it unanswered, for
 * the answer to the quiz is enough then.
 * @param hidden fields that are not shown
 */
export const hasQuiz = (fields: readonly NamedField[], hidden: ReadonlySet<string> = new Set()): boolean =>
  fields.some(({ kind, name }) => kind === 'quiz' && !hidden.has(name));

/**
 * Whether a form has an image of a captcha without a quiz that is shown whenever the image is: who can't see it can't
 * send the form (src/features/form-markup/CONTEXT.md).
 */
export function lacksQuiz(layout: readonly FormBlock[]): boolean {
  const placed = listPlacedFields(layout).map(({ field, showWhen }) => ({
    kind: field.kind,
    conditions: new Set(showWhen.map((condition) => JSON.stringify(condition))),
  }));
  const quizzes = placed.filter(({ kind }) => kind === 'quiz');
  return placed.some(
    ({ kind, conditions }) =>
      kind === 'captcha' &&
      !quizzes.some((quiz) => [...quiz.conditions].every((condition) => conditions.has(condition))),
  );
}

export function listConditionalFields(layout: readonly FormBlock[]): ConditionalField[] {
  return listPlacedFields(layout).flatMap(({ field, showWhen }) =>
    showWhen.length === 0 ? [] : [{ field: field.name, showWhen }],
  );
}
