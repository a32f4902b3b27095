import type { ReactNode } from 'react';

interface MenuProps {
  /** Text or icon of the button that opens the menu. */
  readonly button: ReactNode;
  /** Edge of the button that the panel is aligned with. Default: `start`. */
  readonly align?: 'start' | 'end' | undefined;
  readonly look?: 'quiet' | 'plain' | undefined;
  /** Accessible name of the button, when its content is only an icon. */
  readonly label?: string | undefined;
  /** Links, buttons and forms with the class `menu__item`. */
  readonly children: ReactNode;
}

/**
 * A button that opens a panel. It is a native element, so that it opens without script. With script, Escape and a
 * press or focus elsewhere close it.
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
