import type { RenderContext } from '#platform/pages/render-context.ts';
import type { FreeShippingProgress } from '../state/ports.ts';
import { cartTexts as texts } from '../texts.ts';

interface FreeShippingNoteProps {
  readonly context: Pick<RenderContext, 't' | 'price'>;
  readonly currency: string;
  readonly progress: FreeShippingProgress | null;
}

/** Says what the cart lacks for free delivery, with a bar. */
export function FreeShippingNote({ context: { t, price }, currency, progress }: FreeShippingNoteProps) {
  if (progress === null) return null;
  const { missing, threshold } = progress;
  const share = Math.min(Math.max(1 - missing / threshold, 0), 1);
  const amount = price({ amount: missing, currency });
  return (
    <div className="free-shipping">
      <p>{missing > 0 ? t(texts.toFreeShipping, { amount }) : t(texts.freeShipping)}</p>
      <div className="free-shipping__bar" aria-hidden="true">
        <span style={{ scale: `${share.toFixed(3)} 1` }} />
      </div>
    </div>
  );
}
