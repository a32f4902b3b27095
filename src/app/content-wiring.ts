import { formPlaceholder } from '#features/contact-forms/index.ts';
import {
  basicBlocks,
  blockPlaceholder,
  contentBlocks,
  initialContent,
  menuBlocks,
  placeholders,
} from '#features/content/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { testimonialsBlock } from './blocks/testimonials-block.tsx';
import { contentOfShop } from './initial-content.ts';

/** What pages are made of: the blocks of every shop, those that mix features, and what stands in texts. */
export const contentWiring = {
  provides: [
    ...providePort(placeholders, [formPlaceholder, blockPlaceholder]),
    ...providePort(contentBlocks, [...basicBlocks, testimonialsBlock, ...menuBlocks]),
    ...providePort(initialContent, [contentOfShop]),
  ],
};
