import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { calculateAmountDue, type Order } from '../order.ts';
import { orderTexts as texts } from '../texts.ts';
import { createTransferCode } from './transfer-code.ts';

interface HowToPayProps {
  readonly context: RenderContext;
  readonly order: Order;
}

/** Shows the details of a bank transfer, to copy and as a QR code for banking apps. */
export function HowToPay({ context: { t, price }, order }: HowToPayProps) {
  const code = createTransferCode(order);
  const due = price({ amount: calculateAmountDue(order), currency: order.currency });
  return (
    <section className="order__part">
      <h2>{t(texts.howToPay)}</h2>
      <div className="stack">
        {order.dueAt && <p>{t(texts.payLead, { due: order.dueAt })}</p>}
        <div className="order__transfer">
          <Behaviour of="orders/copy-values">
            <dl className="facts">
              {order.paymentInstructions.map(({ label, value, kind }) => (
                <div className="facts__row" key={label}>
                  <dt>{label}</dt>
                  <dd>
                    <span>{kind === 'amount' ? due : value}</span>{' '}
                    {kind !== undefined && (
                      <Button
                        look="text"
                        className="when-script"
                        type="button"
                        aria-label={t(texts.copyValue, { label })}
                        data-done={t(texts.copied)}
                        data-copied={t(texts.copiedValue, { label })}
                      >
                        {t(texts.copy)}
                      </Button>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </Behaviour>
          {code !== null && (
            <figure className="order__code">
              <QrCode text={code} label={t(texts.transferCode)} />
              <figcaption>{t(texts.transferCodeHint)}</figcaption>
            </figure>
          )}
        </div>
      </div>
    </section>
  );
}
