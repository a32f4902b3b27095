import { z } from 'zod';
import type { ShowCondition } from '../rules/conditions.shared.ts';
import { type ContactField, type ContactFieldInput, contactField } from './field.ts';
import { cssClass, domId, safeAddress } from './primitives.ts';

export const layoutElements = [
  ...(['p', 'div', 'span', 'label', 'br', 'hr', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 'b', 'i', 'u'] as const),
  ...(['small', 'sub', 'sup', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'fieldset', 'legend', 'blockquote'] as const),
  ...(['code', 'pre', 'abbr', 'table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'] as const),
] as const;

export type LayoutElement = (typeof layoutElements)[number];

/** Shown when the field has one of the values; without values, when it has any. */
const condition = z.strictObject({
  field: z.string().max(100),
  values: z.array(z.string().max(500)).min(1).max(50).optional(),
});

export const layoutAttributes = z.strictObject({
  ...{ class: cssClass.optional(), id: domId.optional() },
  /** Of a label: the id of the control. */
  for: domId.optional(),
  ...{ href: safeAddress.optional(), title: z.string().max(500).optional() },
});

export type LayoutAttributes = z.infer<typeof layoutAttributes>;

interface TextBlock {
  readonly kind: 'plain';
  readonly text: string;
}
interface CountBlock {
  readonly kind: 'count';
  readonly field: string;
  readonly direction: 'up' | 'down';
  readonly class?: string | undefined;
}
interface ElementBlock<Field> {
  readonly kind: 'element';
  readonly name: LayoutElement;
  readonly attributes?: LayoutAttributes | undefined;
  readonly content: readonly Layout<Field>[];
}
interface GroupBlock<Field> {
  readonly kind: 'group';
  readonly id?: string | undefined;
  readonly class?: string | undefined;
  readonly legend?: string | undefined;
  /** All must hold. They name fields that come before the group. */
  readonly showWhen?: readonly ShowCondition[] | undefined;
  readonly content: readonly Layout<Field>[];
}
interface ColumnsBlock<Field> {
  readonly kind: 'columns';
  readonly columns: readonly (readonly Layout<Field>[])[];
}
/** A part of a form of several steps. Only at the top of a layout. */
interface StepBlock<Field> {
  readonly kind: 'step';
  readonly title: string;
  readonly content: readonly Layout<Field>[];
}
type Layout<Field> =
  | Field
  | TextBlock
  | CountBlock
  | ElementBlock<Field>
  | GroupBlock<Field>
  | ColumnsBlock<Field>
  | StepBlock<Field>;

/** A piece of a form's layout: a field, text, or a container. Text is no HTML: it is escaped. */
export type FormBlock = Layout<ContactField>;
export type FormBlockInput = Layout<ContactFieldInput>;
export type LayoutBlock = Exclude<FormBlock, ContactField>;

const blocks: z.ZodType<readonly FormBlock[], readonly FormBlockInput[]> = z.lazy(() => z.array(formBlock).max(500));

export const formBlock: z.ZodType<FormBlock, FormBlockInput> = z.discriminatedUnion('kind', [
  contactField,
  z.strictObject({ kind: z.literal('plain'), text: z.string().max(10_000) }),
  z.strictObject({
    ...{ kind: z.literal('count'), field: z.string().max(100), direction: z.enum(['up', 'down']) },
    class: cssClass.optional(),
  }),
  z.strictObject({
    ...{ kind: z.literal('element'), name: z.enum(layoutElements) },
    ...{ attributes: layoutAttributes.optional(), content: blocks },
  }),
  z.strictObject({
    ...{ kind: z.literal('group'), id: domId.optional(), class: cssClass.optional() },
    ...{ legend: z.string().max(500).optional(), showWhen: z.array(condition).min(1).max(10).optional() },
    content: blocks,
  }),
  z.strictObject({ kind: z.literal('columns'), columns: z.array(blocks).min(1).max(4) }),
  z.strictObject({ kind: z.literal('step'), title: z.string().max(200), content: blocks }),
]);
