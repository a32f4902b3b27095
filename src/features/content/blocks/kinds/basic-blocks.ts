import type { BlockDefinition } from '../block.ts';
import { countUpBlock } from './count-up-block.tsx';
import { illustrationBlock } from './illustration-block.tsx';
import { accordionBlock, columnsBlock, embedBlock, groupBlock, spacerBlock, tabsBlock } from './layout-blocks.tsx';
import { mapBlock } from './map-block.tsx';
import { bannerBlock, galleryBlock, heroBlock, imageBlock } from './picture-blocks.tsx';
import { reusableBlock } from './reusable-block.ts';
import { scrollToBlock } from './scroll-to-block.tsx';
import { categoriesBlock, productsBlock } from './shop-blocks.tsx';
import { sliderBlock } from './slider-block.tsx';
import { codeBlock, formBlock, tableBlock, textBlock } from './text-blocks.tsx';
import { videoBlock } from './video-block.tsx';

/** The block types that every shop has. */
export const basicBlocks: readonly BlockDefinition[] = [
  textBlock,
  heroBlock,
  bannerBlock,
  imageBlock,
  galleryBlock,
  sliderBlock,
  videoBlock,
  illustrationBlock,
  countUpBlock,
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
  mapBlock,
  spacerBlock,
  scrollToBlock,
  reusableBlock,
];
