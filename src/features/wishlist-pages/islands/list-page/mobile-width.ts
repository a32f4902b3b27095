import type { PageRequests } from './page-requests.ts';

/**
 * Loads the page in its other layout when the window crosses the width of the settings.
 * A list without rows remembers the layout for rows that come back.
 */
export function watchWidth(element: HTMLElement, requests: PageRequests, signal: AbortSignal): void {
  const width = element.querySelector<HTMLElement>('[data-mobile-width]')?.dataset.mobileWidth;
  if (width === undefined) return;
  const media = matchMedia(`(max-width: ${width}px)`);
  media.addEventListener('change', () => void requests.reload({ isMobile: media.matches }), { signal });
}
