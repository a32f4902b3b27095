import type { ReactNode } from 'react';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { cartTexts as texts } from '../texts.ts';

/** Input of the slots for buttons of wallets that pay for the cart. */
export interface ExpressInput {
  readonly actor: Actor;
  /** What the cart costs as far as is known, in minor units: a wallet can't pay nothing. */
  readonly total: number;
  readonly currency: string;
}

interface ExpressSectionProps {
  readonly context: Pick<RenderContext, 't'>;
  /** What leads on to the other ways below. Default: they are above. */
  readonly note?: string;
  /** Buttons. */
  readonly children: ReactNode;
}

/** The buttons of wallets, with what divides them from the other ways. */
export function ExpressSection({ context: { t }, note, children }: ExpressSectionProps) {
  return (
    <section className="express" aria-label={t(texts.express)}>
      {note ? <h2 className="express__title">{t(texts.express)}</h2> : <p className="express__or">{t(texts.or)}</p>}
      <div className="express__buttons">{children}</div>
      {note && <p className="express__or">{note}</p>}
    </section>
  );
}
