import { loadLightboxStyles } from '../load-style-sheet.ts';

/** Code and styles of the lightbox load when the first lightbox is opened. */
const loadLightbox = () => Promise.all([import('./open-link.ts'), loadLightboxStyles()]);

/** Opens elements with `data-lightbox` in a lightbox, including elements that are added later. */
export function startLightboxes(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.<HTMLElement>('[data-lightbox]');
    // With a modifier key the browser opens a new tab or window.
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    loadLightbox().then(
      ([{ openLink }]) => openLink(link),
      () => followLink(link),
    );
  });
}

function followLink(link: HTMLElement): void {
  if (link instanceof HTMLAnchorElement) location.assign(link.href);
}
