import { type Calculation, getFreeShippingProgress } from '#features/pricing/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { cartTexts as texts } from '../texts.ts';

interface FreeShippingNoteProps {
  readonly context: Pick<RenderContext, 't' | 'price' | 'taxDisplay'>;
  readonly calculation: Calculation;
}

/**
 * Shows the amount missing for free delivery, with a bar. Renders nothing when no minimum order value makes it free.
 */
export function FreeShippingNote({ context: { t, price, taxDisplay }, calculation }: FreeShippingNoteProps) {
  const progress = getFreeShippingProgress(calculation, taxDisplay);
  if (progress === null || progress.minimum <= 0) return null;
  const { missing, minimum } = progress;
  const share = Math.min(Math.max(1 - missing / minimum, 0), 1);
  const amount = price({ amount: missing, currency: calculation.currency });
  return (
    <div className="free-shipping">
      <p>{missing > 0 ? t(texts.toFreeShipping, { amount }) : t(texts.freeShipping)}</p>
      <div className="free-shipping__bar" aria-hidden="true">
        <span style={{ scale: `${share.toFixed(3)} 1` }} />
      </div>
    </div>
  );
}
