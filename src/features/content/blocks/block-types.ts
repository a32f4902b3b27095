import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { BlockDefinition } from './block.ts';

/** The types of blocks of which pages consist. Staff choose a type in this order. */
export const contentBlocks = definePort<BlockDefinition>('content.blocks');

export function getBlockTypes(shop: Shop): ReadonlyMap<string, BlockDefinition> {
  return new Map(shop.implementations(contentBlocks).map((definition) => [definition.name, definition]));
}
