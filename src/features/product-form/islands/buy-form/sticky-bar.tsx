import { type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useOutOfView } from './use-out-of-view.ts';

interface StickyBarProps {
  /** The form's main button; while it is in view the bar is away. */
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly label: string;
  readonly picture: string | null;
  readonly name: string;
  readonly price: ReactNode;
  /** What there is to press. */
  readonly children: ReactNode;
}

/** A bar at the bottom of the window in place of the main button, when that has scrolled out of view (spec 2.3/8). */
export function StickyBar({ button, ...rest }: StickyBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const isOut = useOutOfView(button, () => {
    // What is about to be hidden gives the focus to what it stood for.
    if (bar.current?.contains(document.activeElement)) button.current?.focus({ preventScroll: true });
  });
  const [wasShown, setWasShown] = useState(false);
  useEffect(() => {
    if (isOut) setWasShown(true);
  }, [isOut]);
  // At the end of the page, where it covers nothing and nothing covers it.
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
      // Neither keyboard nor screen reader finds it while it is away.
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
