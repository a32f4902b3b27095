/**
 * Shows the position in the strip and moves by button and arrow key. The column on large screens
 * has neither.
 */
export function startPhotographStrip(gallery: HTMLElement, strip: HTMLElement, signal: AbortSignal): void {
  const bar = gallery.querySelector<HTMLElement>('.gallery__position');
  if (!bar) return;
  const count = bar.querySelector('.gallery__count') as HTMLElement;
  const buttons = [...bar.querySelectorAll<HTMLElement>('[data-step]')];
  const last = strip.children.length - 1;
  let current = 0;

  const updatePosition = () => {
    current = findVisibleSlide(strip);
    const text = (bar.dataset.words ?? '').replace('{n}', String(current + 1));
    if (count.textContent !== text) count.textContent = text;
    for (const button of buttons) {
      const index = current + Number(button.dataset.step);
      button.setAttribute('aria-disabled', String(index < 0 || index > last));
    }
    // Load the next one early.
    strip.children[current + 1]?.querySelector('img')?.setAttribute('loading', 'eager');
  };
  const scrollToSlide = (index: number) => {
    const slide = strip.children[index];
    if (!slide) return;
    const left = strip.scrollLeft + getSlideOffset(strip, slide);
    strip.scrollTo({ left, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
  };

  for (const button of buttons) {
    button.addEventListener('click', () => scrollToSlide(current + Number(button.dataset.step)), { signal });
  }
  strip.addEventListener('scroll', runOnNextFrame(updatePosition), { signal, passive: true });
  strip.addEventListener(
    'keydown',
    (event) => {
      const offset = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const focusedIndex = [...strip.children].findIndex((slide) => slide.contains(event.target as Node));
      const link = offset && focusedIndex >= 0 ? strip.children[focusedIndex + offset]?.querySelector('a') : undefined;
      if (!offset || !link || strip.scrollWidth <= strip.clientWidth || event.ctrlKey || event.metaKey || event.altKey)
        return;
      // Otherwise the focused link would stay behind, out of view.
      event.preventDefault();
      link.focus({ preventScroll: true });
      scrollToSlide(focusedIndex + offset);
    },
    { signal },
  );
  updatePosition();
}

/**
 * Index of the slide at the snap position; the last one at the end of the strip, which may never
 * reach it.
 */
function findVisibleSlide(strip: HTMLElement): number {
  const slides = [...strip.children];
  const isAtEnd = strip.scrollLeft > 0 && strip.scrollLeft >= strip.scrollWidth - strip.clientWidth - 2;
  if (isAtEnd) return slides.length - 1;
  const distances = slides.map((slide) => Math.abs(getSlideOffset(strip, slide)));
  return distances.indexOf(Math.min(...distances));
}

/** Distance in pixels from the snap position to the slide. */
function getSlideOffset(strip: HTMLElement, slide: Element): number {
  const inset = Number.parseFloat(getComputedStyle(strip).scrollPaddingInlineStart) || 0;
  return slide.getBoundingClientRect().left - strip.getBoundingClientRect().left - inset;
}

function runOnNextFrame(update: () => void): () => void {
  let frame = 0;
  return () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(update);
  };
}
