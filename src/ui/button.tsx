import type { ComponentProps } from 'react';

interface ButtonLook {
  /** The strong one once on a page; `quiet` for the others, `text` for what stands in a line. */
  look?: 'strong' | 'quiet' | 'text' | undefined;
  wide?: boolean | undefined;
}

function buttonClass({ look = 'strong', wide = false }: ButtonLook, more: string | undefined): string {
  const names = ['button', look === 'strong' ? '' : `button--${look}`, wide ? 'button--wide' : '', more ?? ''];
  return names.filter(Boolean).join(' ');
}

/** A submit button unless `type` says otherwise. */
export function Button({ look, wide, className, ...rest }: ButtonLook & ComponentProps<'button'>) {
  return <button {...rest} className={buttonClass({ look, wide }, className)} />;
}

export function ButtonLink({ look, wide, className, ...rest }: ButtonLook & ComponentProps<'a'> & { href: string }) {
  return <a {...rest} className={buttonClass({ look, wide }, className)} />;
}
