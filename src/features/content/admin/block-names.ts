import type { Shop } from '#platform/features/shop.ts';
import { listFields, type TextContext } from '#platform/forms/field.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';
import { toTextLines } from '#platform/texts/plain-text.ts';
import type { Block, BlockContainer, BlockDefinition } from '../blocks/block.ts';
import { getBlockTypes } from '../blocks/block-types.ts';
import { readValues } from '../blocks/tree.ts';
import { contentTexts as texts } from './texts.ts';

export interface BlocksOptions extends FieldLook {
  readonly shop: Shop;
  /** Container at the top level. Default: a page. */
  readonly root?: BlockContainer;
}

/**
 * Name of the outline's buttons, with the value `<name>.<action>.<block>`. Their form holds the tree in pieces and
 * the fields of the open block.
 */
export const blocksButton = '_blocks';
export const openPrefix = (name: string) => `${name}.values.`;

/** Returns the label of a block in the outline: its type and its first words. */
export function nameBlock({ shop }: Pick<BlocksOptions, 'shop'>, block: Block): string {
  const definition = getBlockTypes(shop).get(block.type);
  if (!definition) return shop.t(texts.unknownBlock, { type: block.type });
  const values = readValues(shop, definition, block);
  const summary = values ? (definition.toSummary?.(values as never) ?? '') : '';
  return summary === '' ? shop.t(definition.text) : `${shop.t(definition.text)}: ${summary}`;
}

/**
 * Formats the values of a block for people.
 * @param isPlain whether to leave out the markup of texts
 */
export function formatBlock(
  { shop }: Pick<BlocksOptions, 'shop'>,
  block: Block,
  context: TextContext,
  isPlain = false,
): string {
  const definition: BlockDefinition | undefined = getBlockTypes(shop).get(block.type);
  const values = definition && readValues(shop, definition, block);
  if (!definition || !values) return shop.t(texts.unknownBlock, { type: block.type });
  const byKey = values as Readonly<Record<string, unknown>>;
  return listFields(definition.fields(shop))
    .map(({ key, field }) => {
      const text = field.kind.toText(byKey[key], field, context);
      const isMarkup = isPlain && field.kind.name === 'rich-text';
      return [field.label, isMarkup ? toTextLines(text, (href) => href).join('\n') : text] as const;
    })
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}: ${text}`)
    .join('\n');
}
