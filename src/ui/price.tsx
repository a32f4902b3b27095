import type { ReactNode } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface PriceProps {
  /** Formatted price: an amount, a range, or 'From' and an amount. */
  price: string;
  /** The formatted price before the sale, and the texts for screen readers before each of the two prices. */
  sale?: { was: string; wasLabel: string; nowLabel: string } | undefined;
  /** Muted text after the price: 'including VAT', 'each'. */
  note?: ReactNode;
}

export function Price({ price, sale, note }: PriceProps) {
  return (
    <span className="price">
      {sale ? (
        <>
          <VisuallyHidden>{sale.wasLabel} </VisuallyHidden>
          <del className="price__was">{sale.was}</del> <VisuallyHidden>{sale.nowLabel} </VisuallyHidden>
          <ins className="price__now">{price}</ins>
        </>
      ) : (
        price
      )}
      {note && <span className="price__note"> {note}</span>}
    </span>
  );
}
