import { scrollToElement } from './scroll-to.ts';

/** Pixels that stay in view above the notices. */
const scrollOffset = 100;
/** Milliseconds until the focus moves to the notice. */
const focusDelay = 500;

/**
 * Scrolls to the container of notices, and moves the focus to the given notice.
 * @returns a function that cancels the move of the focus
 */
export function scrollToNotices(container: HTMLElement, notice: HTMLElement): () => void {
  scrollToElement(container, { offset: scrollOffset });
  const focused = document.activeElement;
  const timer = setTimeout(() => {
    // The focus moves only if the shopper has not moved it meanwhile.
    if (document.activeElement === focused) notice.focus({ preventScroll: true });
  }, focusDelay);
  return () => clearTimeout(timer);
}
