import { wishlistPath } from '#features/wishlists/contract.ts';

export const managePath = `${wishlistPath}/manage`;
export const searchListsPath = `${wishlistPath}/search`;

/**
 * Paths of the popups. Opened directly, each path is a page; for calls it returns only the form. The forms work
 * without script at the same paths.
 */
export const addPopupPath = `${wishlistPath}/add`;
export const createPopupPath = `${wishlistPath}/create`;
export const movePopupPath = `${wishlistPath}/move`;
export const estimatePopupPath = `${wishlistPath}/estimate`;

/** Header with which scripts request the mobile layout of a list's page. Value: `yes`. */
export const mobileHeader = 'x-wishlist-mobile';

/** The form on the owner's page of a list: saves rows, and runs the action of its button. */
export const updateListPath = `${wishlistPath}/update`;
export const listToCartPath = `${wishlistPath}/to-cart`;
export const saveForLaterPath = `${wishlistPath}/save-for-later`;

/** URL fragment of a list's page that a script then prints. */
export const printHash = 'print';

export const getListPdfPath = (token: string): string => `${wishlistPath}/view/${token}/pdf`;

/** Maximum number of rows per page of a list: the form has four fields for each row, and a form may have 500. */
export const maxRowsOfPage = 100;

export const selectedField = (itemId: number | string): string => `items[${itemId}][selected]`;
export const quantityField = (itemId: number | string): string => `items[${itemId}][quantity]`;
export const positionField = (itemId: number | string): string => `items[${itemId}][position]`;
export const noteField = (itemId: number | string): string => `items[${itemId}][note]`;
export const destinationField = (itemId: number | string): string => `items[${itemId}][destination]`;
/** Field of the owner's form with the row values that it was rendered with, so that only changed values are saved. */
export const shownField = 'shown';

/** Values of a row as a form was rendered. Null when the form has no field for the value. */
export interface ShownRow {
  readonly itemId: number;
  readonly quantity: number | null;
  readonly noteChecksum: string | null;
}

/** Writes the value of `shownField`: id, quantity and note checksum of each row. */
export const formatShownRows = (rows: readonly ShownRow[]): string =>
  rows.map(({ itemId, quantity, noteChecksum }) => [itemId, quantity ?? '', noteChecksum ?? ''].join(':')).join(',');

const shownPattern = /^([1-9]\d{0,14}):(\d{0,4}):([0-9a-z]{0,7})$/;

/** Reads the value of `shownField`. Ignores parts that are not in the format of a row. */
export const parseShownRows = (text: string): ShownRow[] =>
  text.split(',').flatMap((row) => {
    const [, id, quantity, noteChecksum] = shownPattern.exec(row) ?? [];
    if (id === undefined) return [];
    return [{ itemId: Number(id), quantity: quantity ? Number(quantity) : null, noteChecksum: noteChecksum || null }];
  });

/** Maximum number of characters of `shownField`. */
export const maxShownLength = maxRowsOfPage * 32;

/**
 * Returns a checksum (32-bit FNV-1a) to detect whether a note has changed. Line breaks and outer spaces, which forms
 * change, do not affect the checksum.
 */
export function getNoteChecksum(note: string): string {
  let hash = 0x811c9dc5;
  for (const char of note.trim().replace(/\r\n/g, '\n'))
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Id of the field with the list's token. With the wishlist's prefix before it, id of the list's form. */
export const listTokenId = 'wishlist_id';

/** Id of the notice that lists the rows that could not be added to the cart, with reasons. */
export const cartReportId = 'wishlist-cart-report';

/** Layouts of a list: a table of rows, or a grid of photographs. */
export const listLayouts = ['table', 'images-grid'] as const;
export type ListLayout = (typeof listLayouts)[number];
/** Action for the selected rows: `add_to_cart`, `delete`, or `move:` with a list's token. */
export const bulkActionsField = 'bulk_actions';

/** Field of `saveForLaterPath` with the key of the cart line. */
export const lineField = 'cart_item_key';

/** Configuration of the wishlist scripts, which the header contains. It is the same for everyone. */
export interface WishlistConfig {
  /**
   * Whether the shop brings its own wishlist script along. On pages of lists, the shop's script then leaves to it
   * what it does.
   */
  readonly hasOtherScript: boolean;
  /** Prefix of class names and events for scripts of a shop that moved here. */
  readonly prefix: string;
  readonly canAddAgain: boolean;
  readonly canHaveLists: boolean;
  /** Milliseconds after which notices and popups close; 0 when only the shopper closes them. */
  readonly timeout: number;
  readonly texts: Readonly<
    Record<
      'add' | 'addNamed' | 'listed' | 'listedNamed' | 'showList' | 'otherList' | 'undo' | 'failed' | 'cookiesOff',
      string
    >
  >;
}

/** Id of the header's element with the configuration in `data-config`. */
export const configId = 'wishlist-config';

/** Event on `document` after a script has changed lists. */
export const wishlistsChangedEvent = 'vt:wishlists-changed';

export interface WishlistsChanged {
  readonly isAdded: boolean;
}
