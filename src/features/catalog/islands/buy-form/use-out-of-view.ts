import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Pixels of the header that sticks at the top (spec 9.2/1): what is behind it is out of view. */
const header = 70;

/**
 * Whether an element has scrolled out of view: above the top; or below the end, once it has been seen. What the page has not come to yet is not out
 * of view, so that a small screen begins with its photographs alone.
 * @param onReturn called just before it counts as back
 */
export function useOutOfView(element: RefObject<Element | null>, onReturn: () => void): boolean {
  const [isOut, setIsOut] = useState(false);
  const comeBack = useEffectEvent(onReturn);
  useEffect(() => {
    if (!element.current) return;
    let wasSeen = false;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry?.isIntersecting) {
          wasSeen = true;
          comeBack();
          setIsOut(false);
        } else if (entry) setIsOut(wasSeen || entry.boundingClientRect.top < header);
      },
      { rootMargin: `-${header}px 0px 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isOut;
}
