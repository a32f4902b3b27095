import type { ComponentProps } from 'react';

interface ButtonLook {
  /** `strong` at most once on a page; `quiet` for other buttons, `text` within a line of text. */
  look?: 'strong' | 'quiet' | 'text' | undefined;
  wide?: boolean | undefined;
}

function getButtonClass({ look = 'strong', wide = false }: ButtonLook, className: string | undefined): string {
  const classes = ['button', look === 'strong' ? '' : `button--${look}`, wide ? 'button--wide' : '', className ?? ''];
  return classes.filter(Boolean).join(' ');
}

/** A submit button unless `type` says otherwise. */
export function Button({ look, wide, className, ...rest }: ButtonLook & ComponentProps<'button'>) {
  return <button {...rest} className={getButtonClass({ look, wide }, className)} />;
}

export function ButtonLink({ look, wide, className, ...rest }: ButtonLook & ComponentProps<'a'> & { href: string }) {
  return <a {...rest} className={getButtonClass({ look, wide }, className)} />;
}
