import type { Shop } from '#platform/features/shop.ts';
import type { FieldLook } from '#platform/forms/field-look.shared.tsx';
import type { Block, BlockContainer } from '../blocks/block.ts';
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
