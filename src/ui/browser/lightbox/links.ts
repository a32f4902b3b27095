/** The rest comes with the first lightbox that is opened. */
const loadOpening = () => import('./open-link.ts');

/** Opens what `<a data-lightbox>` leads to in a lightbox, wherever it is in the page and whenever it came (spec 2.1/12-16). */
export function startLightboxes(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.<HTMLElement>('[data-lightbox]');
    // A new tab is a new tab.
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    loadOpening().then(
      ({ openLink }) => openLink(link),
      () => follow(link),
    );
  });
}

function follow(link: HTMLElement): void {
  if (link instanceof HTMLAnchorElement) location.assign(link.href);
}
