import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { BlockDefinition } from './block.ts';

/** The types of blocks that pages are made of, in the order in which staff choose. */
export const contentBlocks = definePort<BlockDefinition>('content.blocks');

/** The types of blocks by name. */
export function getBlockTypes(shop: Shop): ReadonlyMap<string, BlockDefinition> {
  return new Map(shop.implementations(contentBlocks).map((definition) => [definition.name, definition]));
}
