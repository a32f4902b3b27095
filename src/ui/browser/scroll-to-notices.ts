import { scrollToElement } from './scroll-to.ts';

/** Pixels that stay in view above the notices. */
const scrollOffset = 100;
/** Milliseconds until the focus moves to them. */
const focusDelay = 500;

/**
 * Scrolls to the container of notices, and moves the focus to one of them.
 * @returns keeps the focus where it is
 */
export function scrollToNotices(container: HTMLElement, notice: HTMLElement): () => void {
  scrollToElement(container, { offset: scrollOffset });
  const focused = document.activeElement;
  const timer = setTimeout(() => {
    // The shopper was faster.
    if (document.activeElement === focused) notice.focus({ preventScroll: true });
  }, focusDelay);
  return () => clearTimeout(timer);
}
