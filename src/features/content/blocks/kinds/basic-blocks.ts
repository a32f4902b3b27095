import type { BlockDefinition } from '../block.ts';
import { accordionBlock, columnsBlock, embedBlock, groupBlock, spacerBlock, tabsBlock } from './layout-blocks.tsx';
import { bannerBlock, galleryBlock, heroBlock, imageBlock } from './picture-blocks.tsx';
import { reusableBlock } from './reusable-block.ts';
import { categoriesBlock, productsBlock } from './shop-blocks.tsx';
import { codeBlock, formBlock, tableBlock, textBlock } from './text-blocks.tsx';

/** The blocks of every shop. */
export const basicBlocks: readonly BlockDefinition[] = [
  textBlock,
  heroBlock,
  bannerBlock,
  imageBlock,
  galleryBlock,
  productsBlock,
  categoriesBlock,
  formBlock,
  columnsBlock,
  tabsBlock,
  accordionBlock,
  groupBlock,
  tableBlock,
  codeBlock,
  embedBlock,
  spacerBlock,
  reusableBlock,
];
