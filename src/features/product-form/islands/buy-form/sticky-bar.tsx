import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { BarContent, type BarContentProps, getBarId } from './bar-content.tsx';
import { useOutOfView } from './use-out-of-view.ts';

interface StickyBarProps extends BarContentProps {
  /** Of the form. */
  readonly id: string;
  /** The form's main button; the bar is hidden while it is in view. */
  readonly button: RefObject<HTMLButtonElement | null>;
  /** The buttons. */
  readonly children: ReactNode;
}

/** Fills the server's bar, and shows it while the main button is out of view (spec 2.3/8). */
export function StickyBar({ id, button, ...content }: StickyBarProps) {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const found = document.getElementById(getBarId(id));
    // What the server rendered there.
    found?.replaceChildren();
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
    // Keyboard and screen readers skip it while it is hidden.
    bar.inert = !isOut;
  }, [bar, isOut]);
  return bar && wasShown && createPortal(<BarContent {...content} />, bar);
}
