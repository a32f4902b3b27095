/** Pixels beyond the header's own height from which on it stays in view (spec 4.3/1). */
const beyond = 100;

/**
 * Brings the header back once the page is scrolled well past it. Until then it waits just above the window, held there by `position: sticky`, so
 * that only its `translate` changes and nothing else moves.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const header = element.querySelector<HTMLElement>('.site-header');
  const mode = header?.dataset.sticky;
  if (!header || mode === 'off') return;
  const life = new AbortController();
  const listen = { signal: life.signal, passive: true };
  let [height, end, last, frame] = [0, 0, scrollY, 0];

  const update = () => {
    frame = 0;
    const now = Math.max(0, scrollY);
    const isOut = now >= end;
    const isNeeded = header.contains(document.activeElement);
    const isStuck = isOut && (now > height + beyond || isNeeded);
    header.toggleAttribute('data-out', isOut);
    header.toggleAttribute('data-stuck', isStuck);
    if (!isStuck || isNeeded || now < last) header.removeAttribute('data-hidden');
    else if (mode === 'hide-on-scroll' && now > last) header.setAttribute('data-hidden', '');
    last = now;
  };
  const later = () => {
    frame ||= requestAnimationFrame(update);
  };
  const sizes = new ResizeObserver(() => {
    height = header.offsetHeight;
    // Where it is in the page can't be asked of the header itself, which moves along.
    const next = element.nextElementSibling as HTMLElement | null;
    end = Math.max(height, next ? next.getBoundingClientRect().top + scrollY : 0);
    header.style.setProperty('--header-tall', `${height}px`);
    update();
  });

  sizes.observe(header);
  sizes.observe(document.body);
  addEventListener('scroll', later, listen);
  header.addEventListener('focusin', later, listen);
  header.addEventListener('focusout', later, listen);
  return () => {
    life.abort();
    sizes.disconnect();
    cancelAnimationFrame(frame);
    for (const name of ['data-out', 'data-stuck', 'data-hidden']) header.removeAttribute(name);
  };
}
