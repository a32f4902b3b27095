import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Pixels of the header that sticks at the top (spec 9.2/1): what is behind it is out of view. */
const headerHeight = 70;

/** Pixels: beyond the end of any page. */
const farBelow = 1_000_000;

/**
 * Whether an element has scrolled out of view: above the top; or below the end, once it has been seen. What the page has not come to yet is not out
 * of view, so that a small screen begins with its photographs alone.
 * @param onReturn called just before it counts as back
 */
export function useOutOfView(element: RefObject<Element | null>, onReturn: () => void): boolean {
  const [isOut, setIsOut] = useState(false);
  const notifyReturn = useEffectEvent(onReturn);
  useEffect(() => {
    if (!element.current) return;
    let [isPassed, isSeen, wasSeen] = [false, false, false];
    const updateState = () => {
      const next = isPassed || (wasSeen && !isSeen);
      if (!next) notifyReturn();
      setIsOut(next);
    };
    const visibleObserver = observeVisibility(element.current, 0, (isIn) => {
      isSeen = isIn;
      wasSeen ||= isIn;
      updateState();
    });
    // A jump from above it to below it shows it at no moment.
    const passedObserver = observeVisibility(element.current, farBelow, (isIn) => {
      isPassed = !isIn;
      updateState();
    });
    return () => {
      visibleObserver.disconnect();
      passedObserver.disconnect();
    };
  }, [element]);
  return isOut;
}

/** @param below pixels below the window that count as in view */
function observeVisibility(element: Element, below: number, onChange: (isIn: boolean) => void): IntersectionObserver {
  const observer = new IntersectionObserver((entries) => onChange(entries.at(-1)?.isIntersecting ?? false), {
    rootMargin: `-${headerHeight}px 0px ${below}px`,
  });
  observer.observe(element);
  return observer;
}
