import { adminBar } from '#features/admin-bar/index.ts';
import { bannerState, comingSoon } from '#features/coming-soon/index.ts';
import { consentPurposes } from '#features/consent/index.ts';
import { formPlaceholder } from '#features/contact-forms/index.ts';
import {
  basicBlocks,
  blockPlaceholder,
  content,
  contentBlocks,
  contentParts,
  contentReferences,
  entryDetails,
  initialContent,
  menuBlocks,
  placeholders,
  videoPurpose,
} from '#features/content/index.ts';
import { basicReferences, contentTransfer, importedBlock } from '#features/content-transfer/index.ts';
import { authorPart, journal, journalSitemap, postDetails, termPart } from '#features/journal/index.ts';
import {
  folderProvider,
  graphProvider,
  photoFeed,
  photoFeedBlock,
  photoFeedProviders,
} from '#features/photo-feed/index.ts';
import { sitemapPages } from '#features/syndication/index.ts';
import { wishlistBlock } from '#features/wishlist-pages/index.ts';
import type { Feature } from '#platform/features/feature.ts';
import { providePort } from '#platform/features/ports.ts';
import { privateStateParts } from '#platform/sessions/private-state.ts';
import { testimonialsBlock } from '../blocks/testimonials-block.tsx';
import { contentOfShop } from '../initial-content.ts';

/** Pages, and features whose content appears on pages. */
export const pageFeatures: readonly Feature[] = [content, photoFeed, comingSoon, adminBar];

/** Features for content other than pages, in the order of the navigation. */
export const contentFeatures: readonly Feature[] = [journal, contentTransfer];

/** Content of pages: the blocks of every shop, blocks that combine features, and placeholders in texts. */
export const contentWiring = {
  provides: [
    ...providePort(placeholders, [formPlaceholder, blockPlaceholder]),
    ...providePort(entryDetails, [postDetails]),
    ...providePort(contentParts, [termPart, authorPart]),
    ...providePort(contentReferences, basicReferences),
    ...providePort(sitemapPages, [journalSitemap]),
    ...providePort(privateStateParts, [bannerState]),
    ...providePort(photoFeedProviders, [folderProvider, graphProvider]),
    ...providePort(consentPurposes, [videoPurpose]),
    ...providePort(contentBlocks, [
      ...[...basicBlocks, testimonialsBlock, wishlistBlock, photoFeedBlock],
      ...[...menuBlocks, importedBlock],
    ]),
    ...providePort(initialContent, [contentOfShop]),
  ],
};
