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
  /** What the top level is. Default: a page. */
  readonly root?: BlockContainer;
}

/** Its value is `<name>.<action>.<block>`, in a form with the tree in pieces and the fields of the block that is open. */
export const blocksButton = '_blocks';
export const openPrefix = (name: string) => `${name}.values.`;

/** What the outline calls a block: its type and its first words. */
export function nameBlock({ shop }: Pick<BlocksOptions, 'shop'>, block: Block): string {
  const definition = getBlockTypes(shop).get(block.type);
  if (!definition) return shop.t(texts.unknownBlock, { type: block.type });
  const values = readValues(shop, definition, block);
  const summary = values ? (definition.toSummary?.(values as never) ?? '') : '';
  return summary === '' ? shop.t(definition.text) : `${shop.t(definition.text)}: ${summary}`;
}

/**
 * The values of a block as people read them.
 * @param isPlain without the markup of texts
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
