import type { ReactNode } from 'react';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { cartTexts as texts } from '../texts.ts';

interface ExpressSectionProps {
  readonly context: Pick<RenderContext, 't'>;
  /** What leads on to the other ways. */
  readonly note?: string;
  /** Buttons. */
  readonly children: ReactNode;
}

/** The buttons of wallets, on the cart page and above the form of the checkout. */
export function ExpressSection({ context: { t }, note, children }: ExpressSectionProps) {
  return (
    <section className="express" aria-label={t(texts.express)}>
      <h2 className="express__title">{t(texts.express)}</h2>
      <div className="express__buttons">{children}</div>
      {note && <p className="express__or">{note}</p>}
    </section>
  );
}
