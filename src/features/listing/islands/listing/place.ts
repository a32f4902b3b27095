const storageKey = 'vt-listing';

/** The pages that were added to a listing, and where the shopper was. */
export interface StoredPlace {
  readonly url: string;
  readonly addedPages: number;
  /** Pixels. */
  readonly top: number;
}

/** The place on this page, if it had more products when it was left. */
export function readPlace(): StoredPlace | null {
  const place = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as StoredPlace | null;
  return place?.url === location.href ? place : null;
}

export function storePlace({ dataset }: HTMLElement): void {
  const addedPages = Number(dataset.addedPages ?? 0);
  const place: StoredPlace = { url: location.href, addedPages, top: scrollY };
  if (addedPages > 0) sessionStorage.setItem(storageKey, JSON.stringify(place));
  else if (readPlace()) sessionStorage.removeItem(storageKey);
}
