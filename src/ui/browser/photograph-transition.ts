/** What the browser takes for the same thing on two pages; `view-transitions.css` gives it to a product's first photograph too. */
const name = 'photograph';
/** With fewer the copies take longer than the movement is worth (decision 0010): the page comes at once. */
const enoughCores = 4;
const onProduct = '.product .gallery__slide:first-child img';

/**
 * Lets the photograph of a card that was pressed grow into the one on the product's page, and shrink back. Any other page comes at once.
 * A browser without transitions between pages never fires these events.
 */
export function startPhotographTransitions(): void {
  let pressed: HTMLElement | undefined;
  document.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest?.<HTMLAnchorElement>('a[href]');
    pressed = link ? photographBeside(link) : undefined;
  });
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    if (!viewTransition) return;
    const isBack = activation?.navigationType === 'traverse';
    const isReady = isBack ? document.querySelector(onProduct) : pressed && isNear(pressed);
    if (!isReady || navigator.hardwareConcurrency < enoughCores) viewTransition.skipTransition();
    else if (!isBack && pressed) carry(pressed, viewTransition);
  });
  addEventListener('pagereveal', ({ viewTransition }) => {
    const { from, navigationType } = window.navigation?.activation ?? {};
    if (!viewTransition || navigationType !== 'traverse' || !from?.url) return;
    const photograph = [...document.querySelectorAll<HTMLAnchorElement>('.product-card a[href]')]
      .filter(({ pathname }) => pathname === new URL(from.url ?? '').pathname)
      .map(photographBeside)
      .find((found) => found && isNear(found));
    if (photograph) carry(photograph, viewTransition);
    else viewTransition.skipTransition();
  });
}

const photographBeside = (link: Element) =>
  link.closest('.product-card')?.querySelector<HTMLElement>('.product-card__media') ?? undefined;

/** Whether any of it is in the window: else it would fly in from nowhere. */
function isNear(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

let carried: (HTMLElement | null)[] = [];

/** Two of one name on a page would undo the transition. */
function carry(photograph: HTMLElement, { finished }: ViewTransition): void {
  const letGo = () => {
    for (const element of carried) element?.style.removeProperty('view-transition-name');
    carried = [];
  };
  letGo();
  const own = document.querySelector<HTMLElement>(onProduct);
  carried = [own, photograph];
  own?.style.setProperty('view-transition-name', 'none');
  photograph.style.setProperty('view-transition-name', name);
  finished.then(letGo, letGo);
}
