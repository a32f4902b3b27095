/**
 * Shows the sticky bar of an external product while its link is out of view, by the same rule as
 * `use-out-of-view.ts`. The code is repeated because a shared chunk would cost each product page one more request.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const bar = element.querySelector<HTMLElement>('.sticky-bar');
  const link = document.getElementById(bar?.dataset.link ?? '');
  if (!bar || !link) return;
  const visibleShare = 0.95;
  const observer = new IntersectionObserver(
    (entries) => {
      const isOut = (entries.at(-1)?.intersectionRatio ?? 0) < visibleShare;
      // Return the focus before the bar is hidden.
      if (!isOut && bar.contains(document.activeElement)) link.focus({ preventScroll: true });
      bar.removeAttribute('data-pending');
      bar.toggleAttribute('data-shown', isOut);
      bar.inert = !isOut;
    },
    // The sticky header covers this height.
    { rootMargin: '-70px 0px 0px', threshold: visibleShare },
  );
  observer.observe(link);
  return () => observer.disconnect();
}
