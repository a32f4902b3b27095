/** Milliseconds that a way through the page takes (spec 9.2/4). */
const duration = 1000;

const easeOut = (part: number) => 1 - (1 - part) ** 3;

/** Scrolls until the element is at the top, below what sticks there; at once under reduced motion. Whoever scrolls meanwhile has the say. */
export function scrollToElement(element: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    element.scrollIntoView();
    return;
  }
  const life = new AbortController();
  const [from, to] = [scrollY, aim(element)];
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    addEventListener(type, () => life.abort(), { signal: life.signal, passive: true });
  }
  const begin = performance.now();
  const step = (now: number) => {
    if (life.signal.aborted) return;
    const part = Math.min(1, Math.max(0, (now - begin) / duration));
    scrollTo({ top: from + (to - from) * easeOut(part), behavior: 'instant' });
    if (part < 1) requestAnimationFrame(step);
    else life.abort();
  };
  requestAnimationFrame(step);
}

function aim(element: HTMLElement): number {
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0;
  return Math.max(0, scrollY + element.getBoundingClientRect().top - padding - margin);
}
