import type { SlideshowTexts } from '#ui/browser/lightbox/slideshow.ts';
import { loadLightboxStyles } from '#ui/browser/load-style-sheet.ts';

const loadSlideshow = () => Promise.all([import('#ui/browser/lightbox/slideshow.ts'), loadLightboxStyles()]);

/** Shows the photographs of the list one after the other. */
export function watchSlideshow(element: HTMLElement, signal: AbortSignal): void {
  element.addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest<HTMLElement>('[data-slideshow]');
      if (!button) return;
      const texts = JSON.parse(button.dataset.slideshow ?? '') as SlideshowTexts;
      void loadSlideshow().then(([{ openSlideshow }]) => openSlideshow(findPhotographs(element), texts));
    },
    { signal },
  );
}

/** Copies of the photographs, with the names of their rows. */
function findPhotographs(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll('.wishlist_table [data-row-id]')].flatMap((row) => {
    const picture = row.querySelector('.product-thumbnail :is(picture, img)');
    if (!picture) return [];
    const photograph = document.createElement('span');
    photograph.dataset.caption = row.querySelector('.wishlist-item__name')?.textContent ?? '';
    photograph.append(picture.cloneNode(true));
    return [photograph];
  });
}
