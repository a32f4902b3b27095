import type { ReactNode } from 'react';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { cartTexts as texts } from '../texts.ts';

export interface ExpressInput {
  readonly actor: Actor;
  /** Cost of the cart as far as it is known, in minor units. Wallets can't pay an amount of zero. */
  readonly total: number;
  readonly currency: string;
}

interface ExpressSectionProps {
  readonly context: Pick<RenderContext, 't'>;
  /** Text that leads to the other payment options below. Default: a text for options above the buttons. */
  readonly note?: string;
  readonly children: ReactNode;
}

export function ExpressSection({ context: { t }, note, children }: ExpressSectionProps) {
  return (
    <section className="express" aria-label={t(texts.express)}>
      {note ? <h2 className="express__title">{t(texts.express)}</h2> : <p className="express__or">{t(texts.or)}</p>}
      <div className="express__buttons">{children}</div>
      {note && <p className="express__or">{note}</p>}
    </section>
  );
}
