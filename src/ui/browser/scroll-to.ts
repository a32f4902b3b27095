/** Milliseconds. */
const defaultDuration = 1000;

interface ScrollOptions {
  /** Pixels that stay in view above the element. Default: the element's CSS decides. */
  readonly offset?: number;
  /** Milliseconds. */
  readonly duration?: number;
}

const easeOut = (progress: number) => 1 - (1 - progress) ** 3;

/**
 * Scrolls the element to the top, below the sticky header. Any input of the shopper stops the
 * animation; with reduced motion there is no animation.
 */
export function scrollToElement(
  element: HTMLElement,
  { offset = getScrollOffset(element), duration = defaultDuration }: ScrollOptions = {},
): void {
  const [from, to] = [scrollY, Math.max(0, scrollY + element.getBoundingClientRect().top - offset)];
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    scrollTo({ top: to, behavior: 'instant' });
    return;
  }
  const controller = new AbortController();
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    addEventListener(type, () => controller.abort(), { signal: controller.signal, passive: true });
  }
  const startedAt = performance.now();
  const step = (now: number) => {
    if (controller.signal.aborted) return;
    const progress = Math.min(1, Math.max(0, (now - startedAt) / duration));
    scrollTo({ top: from + (to - from) * easeOut(progress), behavior: 'instant' });
    if (progress < 1) requestAnimationFrame(step);
    else controller.abort();
  };
  requestAnimationFrame(step);
}

function getScrollOffset(element: HTMLElement): number {
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0;
  return padding + margin;
}
