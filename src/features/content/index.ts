export { type Difference, findDifferences } from './admin/compare.tsx';
export { sortValues } from './admin/edit-tree.ts';
export { slugField } from './admin/entry-form.ts';
export { entryListParts } from './admin/entry-list.tsx';
export { EntryState } from './admin/entry-state.tsx';
export { contentPath } from './admin/paths.ts';
export { type Block, defineBlock } from './blocks/block.ts';
export { contentBlocks, getBlockTypes } from './blocks/block-types.ts';
export { basicBlocks } from './blocks/kinds/basic-blocks.ts';
export { pictures as pictureField } from './blocks/kinds/fields.ts';
export { reusablePicker } from './blocks/kinds/reusable-block.ts';
export { videoPurpose } from './blocks/kinds/video-consent.ts';
export { renderBlocks } from './blocks/render-blocks.tsx';
export { checkTree, readTree } from './blocks/tree.ts';
export { checkLegalPages } from './check-pages.ts';
export { contentCacheTag, contentPostsCacheTag } from './entries/cache-tags.ts';
export { defineEntryDetails, entryDetails, findEntryDetails, readDetails } from './entries/entry-details.ts';
export {
  type Content as EntryContent,
  findPublished,
  findRedirectedSlug,
  footerPlaces,
  listPublishedPages,
  type PublishedPage,
} from './entries/find-published.ts';
export { addInitialContent, definePages, type InitialEntry, initialContent } from './entries/initial-content.ts';
export {
  addRevision,
  createEntry,
  type Entry,
  type EntryKind,
  findEntry,
  publish,
} from './entries/save-entry.ts';
export {
  type ContentPart,
  type ContentReference,
  contentParts,
  contentReferences,
  defineContentPart,
} from './entries/transfer-ports.ts';
export { content } from './feature.ts';
export { contentMediaUse } from './media-uses.ts';
export { findMenuProblem } from './menus/find-menu-problem.ts';
export { getMenusWithoutDatabase, isMenuName, loadMenus, type Menus, menuIdPrefix } from './menus/load-menus.tsx';
export { menuBlocks, menuTargetPicker } from './menus/menu-blocks.ts';
export type { MenuGroup, MenuLink, MenuPart } from './menus/resolve-menu.ts';
export { blockPlaceholder } from './pages/block-placeholder.tsx';
export { type EditableEntries, findEditableEntries } from './pages/editable-entries.tsx';
export { findPagePath, listContentPages, listFooterLinks, searchableContent } from './pages/links.ts';
export { describeContent, renderHome } from './pages/page.tsx';
export { getShopPath, postPath } from './pages/paths.ts';
export { type ContentRenderer, createContentRenderer } from './pages/placed-content.tsx';
export { type Placeholder, placeholders } from './pages/placeholders.ts';
export { contentSettings } from './settings.ts';
