const storageKey = 'vt-listings';
const maxPlaces = 20;

/** The pages that were added to a listing, and the shopper's scroll position. */
export interface Place {
  readonly addedPages: number;
  /** Scroll position in pixels. */
  readonly top: number;
}

type StoredPlace = readonly [entry: string, place: Place];

/** Returns the newest places first. */
function readPlaces(): StoredPlace[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as StoredPlace[];
  } catch {
    return [];
  }
}

/**
 * Returns the key of the current history entry, so that each visit to a list has a place of its own. Without support
 * for keys the URL is used.
 */
export const readEntry = (): string =>
  `${globalThis.navigation?.currentEntry?.key ?? ''} ${location.pathname}${location.search}`;

/** Returns the place of a history entry; undefined unless products had been added to its list. */
export const readPlace = (entry: string): Place | undefined => new Map(readPlaces()).get(entry);

export function storePlace(entry: string, { dataset }: HTMLElement): void {
  const addedPages = Number(dataset.addedPages ?? 0);
  const places = readPlaces().filter(([other]) => other !== entry);
  if (addedPages > 0) places.unshift([entry, { addedPages, top: scrollY }]);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(places.slice(0, maxPlaces)));
  } catch {
    // Without storage, which may be full or blocked, the list starts with its first page.
  }
}
