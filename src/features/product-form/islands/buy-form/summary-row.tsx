import type { ReactNode } from 'react';
import { type ShownTotal, totalAttribute } from '../buy-form.shared.ts';

interface SummaryRowProps extends ShownTotal {
  /** Stock of the choice, or the choice that is still missing. */
  readonly children: ReactNode;
}

/** State of the choice and its total, above the buttons. The space is reserved, so that nothing moves. */
export function SummaryRow({ total, amount, isStale, isAnswer, children }: SummaryRowProps) {
  return (
    <div className="buy__state" {...{ [totalAttribute]: amount ?? undefined }}>
      <div className="buy__offer" aria-live="polite">
        {children}
      </div>
      {total && (
        <p className="buy__sum when-script" aria-busy={isStale || undefined}>
          {total.label} <strong>{total.price}</strong>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {isAnswer && total && `${total.label}: ${total.price}`}
      </p>
    </div>
  );
}
