import { scrollToNotices } from '#ui/browser/scroll-to-notices.ts';

/** Scrolls to the first error or warning that is on the page when it opens, and moves the focus to it. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const container = element.querySelector<HTMLElement>('[data-notices]');
  const notice = container?.querySelector<HTMLElement>('[role=alert]');
  return container && notice ? scrollToNotices(container, notice) : undefined;
}
