import { loadLightboxStyles, loadStyleSheet } from '#ui/browser/load-style-sheet.ts';
import quickViewStyles from '../quick-view/quick-view.sheet.css?url';
import type { QuickViewData } from './quick-view/quick-view.shared.ts';

/** Loaded on hover, focus or click. */
const loadQuickView = () =>
  Promise.all([import('./quick-view/open-quick-view.ts'), loadLightboxStyles(), loadStyleSheet(quickViewStyles)]);

/** Opens quick views and raises quantities to their minimum. */
export function behaviour(element: HTMLElement): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal };
  for (const field of element.querySelectorAll<HTMLInputElement>('input[type=number]')) raiseToMinimum(field);
  element.addEventListener('change', ({ target }) => raiseToMinimum(target as HTMLInputElement), options);
  for (const type of ['pointerover', 'focusin']) {
    element.addEventListener(
      type,
      ({ target }) => findQuickViewButton(target) && loadQuickView().catch(() => {}),
      options,
    );
  }
  element.addEventListener('click', ({ target }) => openFromButton(element, findQuickViewButton(target)), options);
  return () => controller.abort();
}

const findQuickViewButton = (target: EventTarget | null) =>
  (target as Element).closest<HTMLElement>('[data-quick-view]');

function raiseToMinimum(field: HTMLInputElement): void {
  if (field.type !== 'number') return;
  const min = field.min === '' ? 0 : Number(field.min);
  // An empty or invalid value is NaN, which also fails this comparison.
  if (!(field.valueAsNumber >= min)) field.value = String(min);
}

function openFromButton(element: HTMLElement, button: HTMLElement | null): void {
  const link = button?.closest('.product-card')?.querySelector<HTMLAnchorElement>('.product-card__link');
  const data = element.querySelector<HTMLElement>('[data-cards]')?.dataset.cards;
  if (!button || !link || !data) return;
  const request = { product: button.dataset.quickView ?? '', link, ...(JSON.parse(data) as QuickViewData) };
  loadQuickView().then(
    ([{ openQuickView }]) => openQuickView(request),
    () => location.assign(link.href),
  );
}
