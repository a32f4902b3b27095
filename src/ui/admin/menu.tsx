import type { ReactNode } from 'react';

interface MenuProps {
  /** Text or icon of the button that opens it. */
  readonly button: ReactNode;
  /** Which edge of the button the panel keeps to. Default: `start`. */
  readonly align?: 'start' | 'end' | undefined;
  readonly look?: 'quiet' | 'plain' | undefined;
  /** Name of the button, when its content is only an icon. */
  readonly label?: string | undefined;
  /** Links, buttons and forms with the class `menu__item`. */
  readonly children: ReactNode;
}

/**
 * A button that opens a panel: native, so that it opens without script. With script it closes by Escape, and by a press
 * or focus elsewhere.
 */
export function Menu({ button, align = 'start', look = 'plain', label, children }: MenuProps) {
  return (
    <details className={`menu menu--${look}`} data-menu="">
      <summary className="menu__button" aria-label={label}>
        {button}
      </summary>
      <div className="menu__panel" data-align={align}>
        {children}
      </div>
    </details>
  );
}
