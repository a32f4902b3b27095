import { bannerState, comingSoon } from '#features/coming-soon/index.ts';
import { consentPurposes } from '#features/consent/index.ts';
import { adminBar } from '#features/admin-bar/index.ts';
import { formPlaceholder } from '#features/contact-forms/index.ts';
import {
  basicBlocks,
  blockPlaceholder,
  content,
  contentBlocks,
  initialContent,
  menuBlocks,
  placeholders,
  videoPurpose,
} from '#features/content/index.ts';
import {
  folderProvider,
  graphProvider,
  photoFeed,
  photoFeedBlock,
  photoFeedProviders,
} from '#features/photo-feed/index.ts';
import { wishlistBlock } from '#features/wishlist-pages/index.ts';
import type { Feature } from '#platform/features/feature.ts';
import { providePort } from '#platform/features/ports.ts';
import { privateStateParts } from '#platform/sessions/private-state.ts';
import { testimonialsBlock } from './blocks/testimonials-block.tsx';
import { contentOfShop } from './initial-content.ts';

/** Pages, and what stands on them. */
export const contentFeatures: readonly Feature[] = [content, photoFeed, comingSoon, adminBar];

/** What pages are made of: the blocks of every shop, those that mix features, and what stands in texts. */
export const contentWiring = {
  provides: [
    ...providePort(placeholders, [formPlaceholder, blockPlaceholder]),
    ...providePort(privateStateParts, [bannerState]),
    ...providePort(photoFeedProviders, [folderProvider, graphProvider]),
    ...providePort(consentPurposes, [videoPurpose]),
    ...providePort(contentBlocks, [...basicBlocks, testimonialsBlock, wishlistBlock, photoFeedBlock, ...menuBlocks]),
    ...providePort(initialContent, [contentOfShop]),
  ],
};
