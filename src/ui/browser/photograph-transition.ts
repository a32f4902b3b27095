import { hasCoresForTransitions, ignoreSkipping } from './view-transition.ts';

/** View transition name; `view-transitions.css` also gives it to a product page's first image. */
const transitionName = 'photograph';
const productImage = '.product .gallery__slide:first-child img';

/**
 * Animates the image of a clicked card into the first image of the product page, and back. Skips the other
 * transitions between pages, which `transition-script.tsx` turns on. Browsers without view transitions never
 * fire these events.
 */
export function startPhotographTransitions(): void {
  if (!hasCoresForTransitions()) return;
  let clickedImage: HTMLElement | undefined;
  document.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest?.<HTMLAnchorElement>('a[href]');
    const image = link && findCardImage(link);
    // The position is read here and not in `pageswap`, where it would compute the styles of the whole page again.
    clickedImage = image && isInViewport(image) ? image : undefined;
  });
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    if (!viewTransition) return;
    ignoreSkipping(viewTransition);
    const isBack = activation?.navigationType === 'traverse';
    const isReady = isBack ? document.querySelector(productImage) : clickedImage;
    if (!isReady) viewTransition.skipTransition();
    else if (!isBack && clickedImage) nameForTransition(clickedImage, viewTransition);
  });
  addEventListener('pagereveal', ({ viewTransition }) => {
    const { from, navigationType } = window.navigation?.activation ?? {};
    if (viewTransition) ignoreSkipping(viewTransition);
    if (!viewTransition || navigationType !== 'traverse' || !from?.url) return;
    const cardImage = [...document.querySelectorAll<HTMLAnchorElement>('.product-card a[href]')]
      .filter(({ pathname }) => pathname === new URL(from.url ?? '').pathname)
      .map(findCardImage)
      .find((image) => image && isInViewport(image));
    if (cardImage) nameForTransition(cardImage, viewTransition);
    else viewTransition.skipTransition();
  });
}

const findCardImage = (link: Element) =>
  link.closest('.product-card')?.querySelector<HTMLElement>('.product-card__media') ?? undefined;

/** An image outside the viewport is excluded, because it would fly in from outside. */
function isInViewport(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

let namedElements: (HTMLElement | null)[] = [];

/** Names only one element, because two elements with the same name on a page cancel the transition. */
function nameForTransition(image: HTMLElement, { finished }: ViewTransition): void {
  const clearNames = () => {
    for (const element of namedElements) element?.style.removeProperty('view-transition-name');
    namedElements = [];
  };
  clearNames();
  const pageImage = document.querySelector<HTMLElement>(productImage);
  namedElements = [pageImage, image];
  pageImage?.style.setProperty('view-transition-name', 'none');
  image.style.setProperty('view-transition-name', transitionName);
  finished.then(clearNames, clearNames);
}
