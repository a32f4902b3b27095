const storageKey = 'vt-listings';
const maxPlaces = 20;

/** The pages that were added to a listing, and where the shopper was. */
export interface Place {
  readonly addedPages: number;
  /** Pixels. */
  readonly top: number;
}

type StoredPlace = readonly [entry: string, place: Place];

/** The newest first. */
function readPlaces(): StoredPlace[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as StoredPlace[];
  } catch {
    return [];
  }
}

/**
 * Names the current history entry: two visits to one list have a place each. Where the browser has no keys, the
 * places are those of URLs.
 */
export const readEntry = (): string =>
  `${globalThis.navigation?.currentEntry?.key ?? ''} ${location.pathname}${location.search}`;

/** The place in the list of the history entry, if it had more products when it was left. */
export const readPlace = (entry: string): Place | undefined => new Map(readPlaces()).get(entry);

export function storePlace(entry: string, { dataset }: HTMLElement): void {
  const addedPages = Number(dataset.addedPages ?? 0);
  const places = readPlaces().filter(([other]) => other !== entry);
  if (addedPages > 0) places.unshift([entry, { addedPages, top: scrollY }]);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(places.slice(0, maxPlaces)));
  } catch {
    // The storage is full or forbidden: the list starts with its first page.
  }
}
