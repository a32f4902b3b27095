const storageKey = 'vt-listings';
const maxPositions = 20;

/** The pages that were added to a listing, and the shopper's scroll position. */
export interface ListingPosition {
  readonly addedPages: number;
  /** Scroll position in pixels. */
  readonly top: number;
}

type StoredPosition = readonly [entry: string, position: ListingPosition];

/** Returns the newest positions first. */
function readPositions(): StoredPosition[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as StoredPosition[];
  } catch {
    return [];
  }
}

/**
 * Returns the key of the current history entry, so that each visit to a list has a position of its own. Without
 * support for keys the URL is used.
 */
export const readHistoryEntryKey = (): string =>
  `${globalThis.navigation?.currentEntry?.key ?? ''} ${location.pathname}${location.search}`;

/** Returns the position of a history entry; undefined unless products had been added to its list. */
export const readPosition = (entry: string): ListingPosition | undefined => new Map(readPositions()).get(entry);

export function storePosition(entry: string, { dataset }: HTMLElement): void {
  const addedPages = Number(dataset.addedPages ?? 0);
  const positions = readPositions().filter(([other]) => other !== entry);
  if (addedPages > 0) positions.unshift([entry, { addedPages, top: scrollY }]);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(positions.slice(0, maxPositions)));
  } catch {
    // Without storage, which may be full or blocked, the list starts with its first page.
  }
}
