const storageKey = 'vt-listings';
const maxPlaces = 20;

/** The pages that were added to a listing, and where the shopper was. */
export interface Place {
  readonly addedPages: number;
  /** Pixels. */
  readonly top: number;
}

type StoredPlace = readonly [url: string, place: Place];

/** The newest first. */
function readPlaces(): StoredPlace[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as StoredPlace[];
  } catch {
    return [];
  }
}

/** The place in the list of the URL, if it had more products when it was left. */
export const readPlace = (url: string): Place | undefined => new Map(readPlaces()).get(url);

export function storePlace(url: string, { dataset }: HTMLElement): void {
  const addedPages = Number(dataset.addedPages ?? 0);
  const places = readPlaces().filter(([other]) => other !== url);
  if (addedPages > 0) places.unshift([url, { addedPages, top: scrollY }]);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(places.slice(0, maxPlaces)));
  } catch {
    // The storage is full or forbidden: the list starts with its first page.
  }
}
