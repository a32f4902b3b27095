/**
 * Moves between photographs by button and shows the one of a variation that is chosen in the same
 * lightbox (`vt:variation-changed`).
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const strip = element.querySelector<HTMLElement>('ul');
  if (!strip) return;
  const life = new AbortController();
  const listen = { signal: life.signal };
  const slides = [...strip.children] as HTMLElement[];
  const buttons = [...element.querySelectorAll<HTMLElement>('[data-step]')];
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const current = () => Math.round(strip.scrollLeft / strip.clientWidth);
  let target = current();

  const updateButtons = () => {
    for (const button of buttons) {
      const to = target + Number(button.dataset.step);
      button.setAttribute('aria-disabled', String(to < 0 || to >= slides.length));
    }
  };
  const scrollToSlide = (index: number) => {
    if (index < 0 || index >= slides.length) return;
    target = index;
    strip.scrollTo({ left: index * strip.clientWidth, behavior: prefersReducedMotion ? 'instant' : 'smooth' });
    updateButtons();
  };
  for (const button of buttons) {
    button.addEventListener('click', () => scrollToSlide(target + Number(button.dataset.step)), listen);
  }
  const settle = () => {
    target = current();
    updateButtons();
  };
  strip.addEventListener('scrollend', settle, listen);
  const onVariation = ({ detail }: Event & { readonly detail?: { readonly imageId?: number | null } }) => {
    const index = slides.findIndex(({ dataset }) => dataset.image === String(detail?.imageId));
    scrollToSlide(Math.max(0, index));
  };
  element.closest('.quick-view')?.addEventListener('vt:variation-changed', onVariation, listen);
  updateButtons();
  return () => life.abort();
}
