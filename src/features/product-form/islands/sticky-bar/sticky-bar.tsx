import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { BarContent, type BarContentProps, getBarId } from './bar-content.tsx';

/** Height in pixels of the sticky header, which covers the top of the page. */
const headerHeight = 70;

/**
 * Share of the element that must be visible before the bar is hidden: the bar must not cover a part of the element.
 */
const visibleShare = 0.95;

/**
 * Tells whether an element is out of view; null until this is known.
 * @param onReturn called just before the element counts as visible again
 */
function useOutOfView(element: RefObject<Element | null>, onReturn: () => void): boolean | null {
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

interface StickyBarProps extends BarContentProps {
  /** Id of the form. */
  readonly id: string;
  /** Main button of the form. The bar is hidden while this button is in view. */
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly children: ReactNode;
}

/** Fills the bar that the server rendered, and shows it while the main button is out of view. */
export function StickyBar({ id, button, ...content }: StickyBarProps) {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const serverContent = useRef<ChildNode[]>([]);
  useLayoutEffect(() => {
    const found = document.getElementById(getBarId(id));
    serverContent.current = [...(found?.childNodes ?? [])];
    setBar(found);
  }, [id]);
  const isOut = useOutOfView(button, () => {
    // Return the focus to the main button before the bar is hidden.
    if (bar?.contains(document.activeElement)) button.current?.focus({ preventScroll: true });
  });
  const [wasShown, setWasShown] = useState(false);
  useLayoutEffect(() => {
    if (!bar || isOut === null) return;
    if (isOut) setWasShown(true);
    bar.removeAttribute('data-pending');
    bar.toggleAttribute('data-shown', isOut);
    // Keyboards and screen readers skip the bar while it is hidden.
    bar.inert = !isOut;
  }, [bar, isOut]);
  // Removes the server's content in the frame in which the bar gets its own content, so that its height stays.
  useLayoutEffect(() => {
    if (bar && wasShown) for (const node of serverContent.current.splice(0)) node.remove();
  }, [bar, wasShown]);
  return bar && wasShown && createPortal(<BarContent {...content} />, bar);
}
