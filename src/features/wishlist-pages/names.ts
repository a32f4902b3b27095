import type { WireNames } from '#platform/config/wire-names.ts';

/** Returns the prefix of class names and ids that scripts of a shop that moved here look for. */
export const getPrefix = ({ wire }: { readonly wire: WireNames }): string => wire.wishlistPrefix.replaceAll('_', '-');

/** Class of the blocks that replies of calls replace. */
export const fragmentClass = 'wishlist-fragment';

export const getButtonClass = (prefix: string): string => `${prefix}-add-to-wishlist`;

export const getCountClass = (prefix: string): string => `${prefix}-items-count`;

/** Class and id of the form of a list's page. */
export const getFormClass = (prefix: string): string => `${prefix}-form`;

/** Value of `data-rel` of a link that opens a popup. */
export const getPopupRel = (name: string): string => `prettyPhoto[${name}]`;
