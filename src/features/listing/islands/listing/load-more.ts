import { announce } from '#platform/islands/browser/announce.ts';
import type { ListingPosition } from './position.ts';
import { requestListing } from './request-listing.ts';

const findShown = (part: Element) => part.querySelector<HTMLElement>('.listing-pages__shown');
const findLink = (listing: HTMLElement) => listing.querySelector<HTMLAnchorElement>('[data-load-more]');

/**
 * Adds the cards of the next page.
 * @returns the first new card; null when the request failed or was aborted
 */
async function appendNextPage(listing: HTMLElement, signal: AbortSignal): Promise<HTMLElement | null> {
  const link = findLink(listing);
  const grid = listing.querySelector('.product-grid');
  if (!link || !grid) return null;
  link.textContent = link.dataset.loadMore ?? '';
  const next = await requestListing(link.href, signal);
  const cards = [...(next?.querySelectorAll<HTMLElement>('.product-grid > li') ?? [])];
  const [pages, nextPages] = [listing, next].map((part) => part?.querySelector('.listing-pages'));
  if (signal.aborted || !pages || !nextPages) return null;
  grid.append(...cards);
  continueRange(findShown(pages), findShown(nextPages));
  pages.replaceWith(nextPages);
  listing.dataset.addedPages = String(Number(listing.dataset.addedPages ?? 0) + 1);
  return cards[0] ?? null;
}

/** Keeps the start of the shown range, because the list still starts with the same product. */
function continueRange(shown: HTMLElement | null, nextShown: HTMLElement | null): void {
  if (!shown || !nextShown) return;
  const { from = '' } = shown.dataset;
  nextShown.dataset.from = from;
  nextShown.textContent = (nextShown.dataset.words ?? '').replace('{from}', from);
}

/**
 * Loads the next page and moves the focus to the first new card. When the request fails, the browser follows the
 * link.
 */
export async function loadMore(listing: HTMLElement, link: HTMLAnchorElement, signal: AbortSignal): Promise<void> {
  const card = await appendNextPage(listing, signal);
  if (signal.aborted) return;
  if (!card) return location.assign(link.href);
  card.querySelector<HTMLElement>('.product-card__link')?.focus({ preventScroll: true });
  announce(findShown(listing)?.textContent ?? '');
}

/** Loads the pages again that were shown when the shopper left, and scrolls to the former position. */
export async function restorePosition(
  listing: HTMLElement,
  position: ListingPosition,
  signal: AbortSignal,
): Promise<void> {
  for (let page = 0; page < position.addedPages; page += 1) if (!(await appendNextPage(listing, signal))) return;
  scrollTo({ top: position.top, behavior: 'instant' });
}
