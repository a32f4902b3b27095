import { formPlaceholder } from '#features/contact-forms/index.ts';
import {
  basicBlocks,
  blockPlaceholder,
  contentBlocks,
  contentParts,
  contentReferences,
  entryDetails,
  initialContent,
  menuBlocks,
  placeholders,
} from '#features/content/index.ts';
import { basicReferences, contentTransfer, importedBlock } from '#features/content-transfer/index.ts';
import { authorPart, journal, journalSitemap, postDetails, termPart } from '#features/journal/index.ts';
import { sitemapPages } from '#features/syndication/index.ts';
import type { Feature } from '#platform/features/feature.ts';
import { providePort } from '#platform/features/ports.ts';
import { testimonialsBlock } from './blocks/testimonials-block.tsx';
import { contentOfShop } from './initial-content.ts';

/** What the shop has of its content besides pages, in the order of the navigation. */
export const contentFeatures: readonly Feature[] = [journal, contentTransfer];

/** What pages are made of: the blocks of every shop, those that mix features, and what stands in texts. */
export const contentWiring = {
  provides: [
    ...providePort(placeholders, [formPlaceholder, blockPlaceholder]),
    ...providePort(entryDetails, [postDetails]),
    ...providePort(contentParts, [termPart, authorPart]),
    ...providePort(contentReferences, basicReferences),
    ...providePort(sitemapPages, [journalSitemap]),
    ...providePort(contentBlocks, [...basicBlocks, testimonialsBlock, ...menuBlocks, importedBlock]),
    ...providePort(initialContent, [contentOfShop]),
  ],
};
