import type { ReactNode } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface PriceProps {
  /** Formatted, with a range or a 'from' where there is one. */
  price: string;
  /** The formatted price before the sale, and the words a screen reader says before each of the two. */
  sale?: { was: string; wasWord: string; nowWord: string } | undefined;
  /** After it, muted: 'including VAT', 'each'. */
  note?: ReactNode;
  large?: boolean | undefined;
}

export function Price({ price, sale, note, large = false }: PriceProps) {
  return (
    <span className={large ? 'price price--large' : 'price'}>
      {sale ? (
        <>
          <VisuallyHidden>{sale.wasWord} </VisuallyHidden>
          <del className="price__was">{sale.was}</del> <VisuallyHidden>{sale.nowWord} </VisuallyHidden>
          <ins className="price__now">{price}</ins>
        </>
      ) : (
        price
      )}
      {note && <span className="price__note"> {note}</span>}
    </span>
  );
}
