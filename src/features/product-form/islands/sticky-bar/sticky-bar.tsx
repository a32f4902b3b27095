import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
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

/** Fills the server's bar, and shows it while the main button is out of view. */
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
    // Keyboard and screen readers skip it while it is hidden.
    bar.inert = !isOut;
  }, [bar, isOut]);
  // In the frame in which the bar has its own content, so that its height stays.
  useLayoutEffect(() => {
    if (bar && wasShown) for (const node of serverContent.current.splice(0)) node.remove();
  }, [bar, wasShown]);
  return bar && wasShown && createPortal(<BarContent {...content} />, bar);
}
