/** Pixels beyond the header's own height after which it sticks. */
const stickDistance = 100;

/**
 * Shows the header again once the page is scrolled past it. Until then `position: sticky` holds it
 * just above the viewport, so that showing it only changes `translate` and shifts no layout.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const header = element.querySelector<HTMLElement>('.site-header');
  const mode = header?.dataset.sticky;
  if (!header || mode === 'off') return;
  const controller = new AbortController();
  const listenerOptions = { signal: controller.signal, passive: true };
  let [height, headerEnd, lastScroll, frame] = [0, 0, scrollY, 0];

  const update = () => {
    frame = 0;
    const scroll = Math.max(0, scrollY);
    const isOut = scroll >= headerEnd;
    const hasFocus = header.contains(document.activeElement);
    const isStuck = isOut && (scroll > height + stickDistance || hasFocus);
    header.toggleAttribute('data-out', isOut);
    header.toggleAttribute('data-stuck', isStuck);
    if (!isStuck || hasFocus || scroll < lastScroll) header.removeAttribute('data-hidden');
    else if (mode === 'hide-on-scroll' && scroll > lastScroll) header.setAttribute('data-hidden', '');
    lastScroll = scroll;
  };
  const scheduleUpdate = () => {
    frame ||= requestAnimationFrame(update);
  };
  const resizeObserver = new ResizeObserver(() => {
    height = header.offsetHeight;
    // The next element with a box is measured, because the header itself moves with the page.
    let next = element.nextElementSibling;
    while (next?.getClientRects().length === 0) next = next.nextElementSibling;
    headerEnd = Math.max(height, next ? next.getBoundingClientRect().top + scrollY : 0);
    header.style.setProperty('--header-height', `${height}px`);
    update();
  });

  const openSearch = (event: Event) => {
    event.preventDefault();
    header.querySelector<HTMLElement>('input[type=search]')?.focus({ preventScroll: true });
  };

  resizeObserver.observe(header);
  header.querySelector('.site-header__find')?.addEventListener('click', openSearch, { signal: controller.signal });
  resizeObserver.observe(document.body);
  addEventListener('scroll', scheduleUpdate, listenerOptions);
  header.addEventListener('focusin', scheduleUpdate, listenerOptions);
  header.addEventListener('focusout', scheduleUpdate, listenerOptions);
  return () => {
    controller.abort();
    resizeObserver.disconnect();
    cancelAnimationFrame(frame);
    for (const name of ['data-out', 'data-stuck', 'data-hidden']) header.removeAttribute(name);
  };
}
