/** Steps through photographs by button, and shows the one of a variation when it is chosen in the same lightbox (`vt:variation-changed`). */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const strip = element.querySelector<HTMLElement>('ul');
  if (!strip) return;
  const life = new AbortController();
  const listen = { signal: life.signal };
  const slides = [...strip.children] as HTMLElement[];
  const buttons = [...element.querySelectorAll<HTMLElement>('[data-step]')];
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const current = () => Math.round(strip.scrollLeft / strip.clientWidth);
  let heading = current();

  const tell = () => {
    for (const button of buttons) {
      const to = heading + Number(button.dataset.step);
      button.setAttribute('aria-disabled', String(to < 0 || to >= slides.length));
    }
  };
  const go = (index: number) => {
    if (index < 0 || index >= slides.length) return;
    heading = index;
    strip.scrollTo({ left: index * strip.clientWidth, behavior: isStill ? 'instant' : 'smooth' });
    tell();
  };
  for (const button of buttons) {
    button.addEventListener('click', () => go(heading + Number(button.dataset.step)), listen);
  }
  const settle = () => {
    heading = current();
    tell();
  };
  strip.addEventListener('scrollend', settle, listen);
  const onVariation = ({ detail }: Event & { readonly detail?: { readonly imageId?: number | null } }) => {
    const index = slides.findIndex(({ dataset }) => dataset.image === String(detail?.imageId));
    go(Math.max(0, index));
  };
  element.closest('.quick-view')?.addEventListener('vt:variation-changed', onVariation, listen);
  tell();
  return () => life.abort();
}
