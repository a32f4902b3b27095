import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Height in pixels of the sticky header, which hides what is behind it. */
const headerHeight = 70;

/** Share of the element that must be visible: the bar must not hide a part of it. */
const visibleShare = 0.95;

/**
 * Whether an element is out of view; null until it is known.
 * @param onReturn called just before the element is visible again
 */
export function useOutOfView(element: RefObject<Element | null>, onReturn: () => void): boolean | null {
  const [isOut, setIsOut] = useState<boolean | null>(null);
  const notifyReturn = useEffectEvent(onReturn);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const isIn = (entries.at(-1)?.intersectionRatio ?? 0) >= visibleShare;
        if (isIn) notifyReturn();
        setIsOut(!isIn);
      },
      { rootMargin: `-${headerHeight}px 0px 0px`, threshold: visibleShare },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isOut;
}
