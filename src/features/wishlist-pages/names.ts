import type { WireNames } from '#platform/config/wire-names.ts';

/** The beginning of class names and ids that scripts of a shop that moved here look for. */
export const getPrefix = ({ wire }: { readonly wire: WireNames }): string => wire.wishlistPrefix.replaceAll('_', '-');

/** Class of the blocks that replies of calls replace. */
export const fragmentClass = 'wishlist-fragment';

/** Class that marks the button of a product. */
export const getButtonClass = (prefix: string): string => `${prefix}-add-to-wishlist`;

/** Class that marks the count in the header. */
export const getCountClass = (prefix: string): string => `${prefix}-items-count`;

/** Class that marks the form of a list's page, and its id. */
export const getFormClass = (prefix: string): string => `${prefix}-form`;

/** Value of `data-rel` of a link that opens a popup. */
export const getPopupRel = (name: string): string => `prettyPhoto[${name}]`;
