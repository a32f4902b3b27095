import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Height in pixels of the sticky header (spec 9.2/1), which hides what is behind it. */
const headerHeight = 70;

/** Pixels: more than the height of any page. */
const farBelow = 1_000_000;

/**
 * Whether an element has scrolled out of view: above the top, or below the end after it was visible
 * once. A small screen thus starts without the bar.
 * @param onReturn called just before the element is visible again
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
    // A jump from above the element to below it never makes it visible.
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
