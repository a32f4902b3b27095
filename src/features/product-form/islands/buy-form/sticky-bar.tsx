import { type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useOutOfView } from './use-out-of-view.ts';

interface StickyBarProps {
  /** The form's main button; the bar is hidden while it is in view. */
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly label: string;
  readonly picture: string | null;
  readonly name: string;
  readonly price: ReactNode;
  /** The buttons. */
  readonly children: ReactNode;
}

/** A bar at the bottom of the window while the main button is out of view (spec 2.3/8). */
export function StickyBar({ button, ...rest }: StickyBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const isOut = useOutOfView(button, () => {
    // Return the focus to the main button before the bar is hidden.
    if (bar.current?.contains(document.activeElement)) button.current?.focus({ preventScroll: true });
  });
  const [wasShown, setWasShown] = useState(false);
  useEffect(() => {
    if (isOut) setWasShown(true);
  }, [isOut]);
  // Render at the end of the body, so that nothing overlaps it.
  return wasShown ? createPortal(<Bar bar={bar} isShown={isOut} {...rest} />, document.body) : null;
}

interface BarProps extends Omit<StickyBarProps, 'button'> {
  readonly bar: Ref<HTMLDivElement>;
  readonly isShown: boolean;
}

function Bar({ bar, isShown, label, picture, name, price, children }: BarProps) {
  return (
    <section
      ref={bar}
      className="sticky-bar"
      aria-label={label}
      data-shown={isShown || undefined}
      // Inert while hidden, so that keyboard and screen readers skip it.
      inert={!isShown}
    >
      <div className="sticky-bar__in wrap">
        {picture && <img className="sticky-bar__photo" src={picture} alt="" width={48} height={60} decoding="async" />}
        <div className="sticky-bar__text">
          <p className="sticky-bar__name">{name}</p>
          <p className="sticky-bar__price">{price}</p>
        </div>
        <div className="sticky-bar__buttons">{children}</div>
      </div>
    </section>
  );
}
