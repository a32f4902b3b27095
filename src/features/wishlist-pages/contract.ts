/** Paths and fields for server and browser. */
import { wishlistPath } from '#features/wishlists/contract.ts';

/** All lists of the shopper. */
export const managePath = `${wishlistPath}/manage`;
/** Search among public lists. */
export const searchListsPath = `${wishlistPath}/search`;

/**
 * Paths of what popups show. Opened as pages they are whole pages; calls get the form alone. Forms
 * without script lead through the same addresses.
 */
export const addPopupPath = `${wishlistPath}/add`;
export const createPopupPath = `${wishlistPath}/create`;
export const movePopupPath = `${wishlistPath}/move`;
export const estimatePopupPath = `${wishlistPath}/estimate`;

/** Request header of scripts that show the page of a list in its mobile layout: `yes`. */
export const mobileHeader = 'x-wishlist-mobile';

/** The form of a list's page: saves rows, and does what its button says. */
export const updateListPath = `${wishlistPath}/update`;
/** Adds rows of a list to the cart. */
export const listToCartPath = `${wishlistPath}/to-cart`;
/** Puts a line of the cart into the default list. */
export const saveForLaterPath = `${wishlistPath}/save-for-later`;

/** Hash of a list's address whose page scripts print. */
export const printHash = 'print';

/** The same list as a file. */
export const getListPdfPath = (token: string): string => `${wishlistPath}/view/${token}/pdf`;

/** Most rows on one page of a list: its form sends four fields for each, and a form has at most 500. */
export const maxRowsOfPage = 100;

/** Fields of a list's form. */
export const selectedField = (itemId: number | string): string => `items[${itemId}][selected]`;
export const quantityField = (itemId: number | string): string => `items[${itemId}][quantity]`;
export const positionField = (itemId: number | string): string => `items[${itemId}][position]`;
export const noteField = (itemId: number | string): string => `items[${itemId}][note]`;
export const destinationField = (itemId: number | string): string => `items[${itemId}][destination]`;
/** Field of an owner's form: what its rows were when it was shown, so that only what was typed is saved. */
export const shownField = 'shown';

/** What a form showed of a row. Null: it had no field for it. */
export interface ShownRow {
  readonly itemId: number;
  readonly quantity: number | null;
  /** Of `getNoteChecksum`. */
  readonly noteChecksum: string | null;
}

/** Value of `shownField`: for each row its id, its quantity and the checksum of its note. */
export const formatShownRows = (rows: readonly ShownRow[]): string =>
  rows.map(({ itemId, quantity, noteChecksum }) => [itemId, quantity ?? '', noteChecksum ?? ''].join(':')).join(',');

const shownPattern = /^([1-9]\d{0,14}):(\d{0,4}):([0-9a-z]{0,7})$/;

/** Reads a value of `shownField`. What is no row of it is left out. */
export const parseShownRows = (text: string): ShownRow[] =>
  text.split(',').flatMap((row) => {
    const [, id, quantity, noteChecksum] = shownPattern.exec(row) ?? [];
    if (id === undefined) return [];
    return [{ itemId: Number(id), quantity: quantity ? Number(quantity) : null, noteChecksum: noteChecksum || null }];
  });

/** Longest value of `shownField`. */
export const maxShownLength = maxRowsOfPage * 32;

/** Tells whether a note has changed: FNV-1a with 32 bits, whatever line breaks and spaces around it a form makes of it. */
export function getNoteChecksum(note: string): string {
  let hash = 0x811c9dc5;
  for (const char of note.trim().replace(/\r\n/g, '\n'))
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Id of the form of a list's page after the wishlist's prefix, and id of the field with the list's token. */
export const listTokenId = 'wishlist_id';

/** Id of the notice that says what could not be added to the cart, and why. */
export const cartReportId = 'wishlist-cart-report';

/** How a list is shown: rows, or photographs. */
export const listLayouts = ['table', 'images-grid'] as const;
export type ListLayout = (typeof listLayouts)[number];
/** What is done with the selected rows: `add_to_cart`, `delete`, or `move:` with a list's token. */
export const bulkActionsField = 'bulk_actions';

/** Field of `saveForLaterPath` with the cart_item_key. */
export const lineField = 'cart_item_key';

/** What the header tells the scripts of wishlists. The same for everyone. */
export interface WishlistConfig {
  /** Whether the shop brings a wishlist script along. What that does on pages of lists, this one leaves. */
  readonly hasOtherScript: boolean;
  /** Beginning of class names and of events for scripts of a shop that moved here. */
  readonly prefix: string;
  /** Whether a product that is in a list can be added to another one. */
  readonly canAddAgain: boolean;
  /** Whether a shopper can have more than one list. */
  readonly canHaveLists: boolean;
  /** Milliseconds after which notices and popups close; 0: the shopper closes them. */
  readonly timeout: number;
  /** `{name}` stands for the product. */
  readonly texts: Readonly<
    Record<
      'add' | 'addNamed' | 'listed' | 'listedNamed' | 'showList' | 'otherList' | 'undo' | 'failed' | 'cookiesOff',
      string
    >
  >;
}

/** Id of the element in the header with the configuration in `data-config`. */
export const configId = 'wishlist-config';

/** Dispatched on `document` after a script has changed lists. */
export const wishlistsChangedEvent = 'vt:wishlists-changed';

export interface WishlistsChanged {
  /** Whether a product was added. */
  readonly isAdded: boolean;
}
