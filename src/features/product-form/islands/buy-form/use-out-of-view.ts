import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Pixels of the header that sticks at the top (spec 9.2/1): what is behind it is out of view. */
const header = 70;

/** Pixels: beyond the end of any page. */
const farBelow = 1_000_000;

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
    let [isPassed, isSeen, wasSeen] = [false, false, false];
    const judge = () => {
      const next = isPassed || (wasSeen && !isSeen);
      if (!next) comeBack();
      setIsOut(next);
    };
    const seeing = watch(element.current, 0, (isIn) => {
      isSeen = isIn;
      wasSeen ||= isIn;
      judge();
    });
    // A jump from above it to below it shows it at no moment.
    const passing = watch(element.current, farBelow, (isIn) => {
      isPassed = !isIn;
      judge();
    });
    return () => {
      seeing.disconnect();
      passing.disconnect();
    };
  }, [element]);
  return isOut;
}

/** @param below pixels below the window that count as in view */
function watch(element: Element, below: number, tell: (isIn: boolean) => void): IntersectionObserver {
  const observer = new IntersectionObserver((entries) => tell(entries.at(-1)?.isIntersecting ?? false), {
    rootMargin: `-${header}px 0px ${below}px`,
  });
  observer.observe(element);
  return observer;
}
