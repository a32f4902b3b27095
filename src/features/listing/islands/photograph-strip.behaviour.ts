/**
 * Moves between photographs by buttons. Shows the photograph of the variation that is chosen in the same lightbox
 * (`vt:variation-changed`).
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const strip = element.querySelector<HTMLElement>('ul');
  if (!strip) return;
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const slides = [...strip.children] as HTMLElement[];
  const buttons = [...element.querySelectorAll<HTMLElement>('[data-step]')];
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const getCurrentIndex = () => Math.round(strip.scrollLeft / strip.clientWidth);
  let target = getCurrentIndex();

  const updateButtons = () => {
    for (const button of buttons) {
      const index = target + Number(button.dataset.step);
      button.setAttribute('aria-disabled', String(index < 0 || index >= slides.length));
    }
  };
  const scrollToSlide = (index: number) => {
    if (index < 0 || index >= slides.length) return;
    target = index;
    strip.scrollTo({ left: index * strip.clientWidth, behavior: prefersReducedMotion ? 'instant' : 'smooth' });
    updateButtons();
  };
  for (const button of buttons) {
    button.addEventListener('click', () => scrollToSlide(target + Number(button.dataset.step)), options);
  }
  const handleScrollEnd = () => {
    target = getCurrentIndex();
    updateButtons();
  };
  strip.addEventListener('scrollend', handleScrollEnd, options);
  const ownFirst = element.querySelector<HTMLElement>('[data-own-first]')?.dataset.ownFirst;
  const handleVariation = ({ detail }: Event & { readonly detail?: { readonly imageId?: number | null } }) => {
    const imageId = String(detail?.imageId ?? ownFirst);
    const index = slides.findIndex(({ dataset }) => dataset.image === imageId);
    scrollToSlide(Math.max(0, index));
  };
  const quickView = element.closest('.quick-view');
  quickView?.addEventListener('vt:variation-changed', handleVariation, options);
  updateButtons();
  // The variation chosen before this script ran, whose id the form already contains.
  const chosen = quickView?.querySelector<HTMLInputElement>('[name="variation_id"]')?.value;
  if (chosen) scrollToSlide(slides.findIndex(({ dataset }) => dataset.variations?.split(' ').includes(chosen)));
  return () => controller.abort();
}
