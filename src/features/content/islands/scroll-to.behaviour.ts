import { scrollToElement } from '#ui/browser/scroll-to.ts';

/** Scrolls to the section of a bullet, and marks the bullet of the section in view. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const links = [...element.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
  const findPlace = (link: HTMLAnchorElement) => document.getElementById(decodeURIComponent(link.hash.slice(1)));
  const controller = new AbortController();
  const options = { signal: controller.signal };
  let frame = 0;
  const mark = () => {
    frame = 0;
    const current = links.findLast(
      (link) => (findPlace(link)?.getBoundingClientRect().top ?? innerHeight) < innerHeight / 2,
    );
    for (const link of links) {
      if (link === current) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  const scheduleMark = () => {
    frame ||= requestAnimationFrame(mark);
  };
  for (const link of links)
    link.addEventListener(
      'click',
      (event) => {
        const place = findPlace(link);
        if (!place || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        history.pushState(null, '', link.hash);
        scrollToElement(place);
        // Focus the section, so that the next Tab key continues from there.
        place.tabIndex = -1;
        place.focus({ preventScroll: true });
      },
      options,
    );
  addEventListener('scroll', scheduleMark, { ...options, passive: true });
  mark();
  return () => {
    controller.abort();
    cancelAnimationFrame(frame);
  };
}
