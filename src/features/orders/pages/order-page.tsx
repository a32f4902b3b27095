import type { ReactNode } from 'react';
import { type Address, formatAddress } from '#features/addresses/index.ts';
import { requestKeyField } from '#features/cart/index.ts';
import { shopPath } from '#features/catalog/index.ts';
import { Totals } from '#features/pricing/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Price } from '#ui/price.tsx';
import { Prose } from '#ui/prose.tsx';
import { orderFilePath, reorderPath } from '../contract.ts';
import {
  describeNextStep,
  formatLineOptions,
  formatOrderStatus,
  formatOrderTotals,
  getPurchaseNote,
  getShownLineTotal,
} from '../format-order.ts';
import type { Order, OrderLine } from '../order.ts';
import { hasMissedEvent } from '../status/missed-event.ts';
import { isAwaitingConfirmation } from '../status/order-status.ts';
import { orderTexts as texts } from '../texts.ts';
import { listNextSteps } from './next-steps.ts';

/** The style sheet of pages about an order. */
export const orderStyles = 'src/features/orders/order.page.css' as const;

interface OrderPageProps {
  readonly context: RenderContext;
  readonly order: Order;
  readonly shopEmail: string;
  /** Whether anything of it was sent. */
  readonly isShipped: boolean;
  /** Content of the slot `order.next`. */
  readonly next: readonly ReactNode[];
  /** Content of the slot `order.details`. */
  readonly details: readonly ReactNode[];
}

export function OrderPage({ context, order, shopEmail, isShipped, next, details }: OrderPageProps) {
  const { t } = context;
  const isActive = order.status !== 'cancelled' && order.status !== 'refunded' && order.status !== 'failed';
  const isUnconfirmed = isAwaitingConfirmation(order);
  const isAwaitingTransfer = order.status === 'on-hold' && !isUnconfirmed && order.paymentInstructions.length > 0;
  const title = isActive ? t(texts.receivedTitle) : t(texts.orderTitle, { number: order.number });
  return (
    <div className="wrap wrap--narrow order">
      <header className="page-head">
        <h1>{isUnconfirmed ? t(texts.pleaseConfirm) : title}</h1>
        <p className="lead">{describeNextStep(context, order)}</p>
      </header>
      <OrderFacts context={context} order={order} />
      {isUnconfirmed && <AfterConfirmation context={context} order={order} shopEmail={shopEmail} />}
      {isAwaitingTransfer && <HowToPay context={context} order={order} />}
      <Parts contents={next} />
      <NextSteps context={context} order={order} isShipped={isShipped} />
      <OrderItems context={context} order={order} />
      <Parts contents={details} />
      <Addresses context={context} order={order} />
      <div className="order__actions">
        {(order.status !== 'pending' || hasMissedEvent(order, context.now)) && (
          <form method="post" action={reorderPath(order.token)}>
            <input type="hidden" name={requestKeyField} value={crypto.randomUUID()} />
            <Button look="quiet">{t(texts.reorder)}</Button>
          </form>
        )}
        <ButtonLink look="quiet" href={shopPath}>
          {t(texts.continueShopping)}
        </ButtonLink>
      </div>
    </div>
  );
}

interface OrderSectionProps {
  readonly context: RenderContext;
  readonly order: Order;
}

function OrderFacts({ context, order }: OrderSectionProps) {
  const { t, price, locale } = context;
  const facts = [
    { label: t(texts.factOrder), value: String(order.number) },
    { label: t(texts.factDate), value: getDateFormat(locale, { dateStyle: 'long' }).format(order.createdAt) },
    { label: t(texts.factTotal), value: price({ amount: order.total, currency: order.currency }) },
    { label: t(texts.factPayment), value: order.paymentTitle },
    { label: t(texts.factStatus), value: formatOrderStatus(context, order) },
  ];
  return (
    <dl className="facts facts--row">
      {facts.map(({ label, value }) => (
        <div className="facts__row" key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Parts({ contents }: { readonly contents: readonly ReactNode[] }) {
  return contents.map((content, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: fillers come in a fixed order
    <section className="order__part" key={index}>
      {content}
    </section>
  ));
}

function NextSteps({ context, order, isShipped }: OrderSectionProps & Pick<OrderPageProps, 'isShipped'>) {
  const steps = listNextSteps(context, order, isShipped);
  if (steps.length === 0) return null;
  return (
    <section className="order__part">
      <h2>{context.t(texts.nextTitle)}</h2>
      <ol className="order__steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

/** What is to do before anything else happens. */
function AfterConfirmation({ context: { t }, order, shopEmail }: OrderSectionProps & { readonly shopEmail: string }) {
  return (
    <section className="order__part">
      <h2>{t(texts.nextTitle)}</h2>
      <div className="stack">
        <p>{t(order.paymentInstructions.length > 0 ? texts.nextPay : texts.nextLater)}</p>
        <p>
          {t(texts.nextMail)} <a href={`mailto:${shopEmail}`}>{shopEmail}</a>
        </p>
      </div>
    </section>
  );
}

function HowToPay({ context: { t }, order }: OrderSectionProps) {
  return (
    <section className="order__part">
      <h2>{t(texts.howToPay)}</h2>
      <div className="stack">
        {order.dueAt && <p>{t(texts.payLead, { due: order.dueAt })}</p>}
        <dl className="facts">
          {order.paymentInstructions.map(({ label, value }) => (
            <div className="facts__row" key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

export function OrderItems({ context, order }: OrderSectionProps) {
  const { t, price } = context;
  return (
    <section className="order__part">
      <h2>{t(texts.orderSummary)}</h2>
      <ul className="items">
        {order.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of an order never move
          <li className="item" key={index}>
            <div className="item__text">
              <p className="item__name">
                {line.name} <span className="item__times">{t(texts.times, { quantity: line.quantity })}</span>
              </p>
              {formatLineOptions(context, order, line).map((note) => (
                <p className="item__note" key={note}>
                  {note}
                </p>
              ))}
              <FileLinks t={t} order={order} line={line} />
              <PurchaseNote html={getPurchaseNote(order, line)} />
            </div>
            <p className="item__total">
              <Price price={price({ amount: getShownLineTotal(context, order, line), currency: order.currency })} />
            </p>
          </li>
        ))}
      </ul>
      <Totals rows={formatOrderTotals(context, order)} />
    </section>
  );
}

function FileLinks({
  t,
  order,
  line,
}: {
  readonly t: RenderContext['t'];
  readonly order: Order;
  readonly line: OrderLine;
}) {
  const files = line.addons.flatMap((addon) => addon.files ?? []);
  return files.map(({ id, name }) => (
    <p className="item__note" key={id}>
      <a href={orderFilePath(order.token, id)}>{t(texts.downloadFile, { name })}</a>
    </p>
  ));
}

function PurchaseNote({ html }: { readonly html: string | null }) {
  return html && <Prose html={html} className="item__note" />;
}

function Addresses({ context, order }: OrderSectionProps) {
  const { t } = context;
  return (
    <section className="order__part order__addresses">
      {order.delivery && <AddressBlock context={context} title={t(texts.deliveryAddress)} address={order.delivery} />}
      {order.billing && <AddressBlock context={context} title={t(texts.billingAddress)} address={order.billing} />}
      {order.note !== '' && (
        <div>
          <h2>{t(texts.note)}</h2>
          <p className="prose">{order.note}</p>
        </div>
      )}
    </section>
  );
}

function AddressBlock({
  context,
  title,
  address,
}: {
  readonly context: RenderContext;
  readonly title: string;
  readonly address: Address;
}) {
  return (
    <div>
      <h2>{title}</h2>
      <address>
        {formatAddress(address, context.locale).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
    </div>
  );
}
