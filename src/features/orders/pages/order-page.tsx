import type { ReactNode } from 'react';
import { type Address, formatAddress } from '#features/addresses/index.ts';
import { requestKeyField } from '#features/cart/index.ts';
import { shopPath } from '#features/catalog/index.ts';
import { getShownSubtotal, Totals } from '#features/pricing/index.ts';
import { formatEmail } from '#platform/mail/email-address.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Price } from '#ui/price.tsx';
import { Prose } from '#ui/prose.tsx';
import { type CancelWay, cancelNotices } from '../cancel/cancel-by-shopper.ts';
import { confirmationNotices } from '../confirm/confirmation-mails.ts';
import { cancelOrderPath, orderFilePath, reorderPath } from '../contract.ts';
import {
  describeNextStep,
  formatLineOptions,
  formatOrderStatus,
  formatOrderTotals,
  getPurchaseNote,
} from '../format-order.ts';
import type { Order, OrderLine } from '../order.ts';
import { formatPaidWith, type OrderPaymentFacts } from '../ports.ts';
import { hasMissedEvent } from '../status/missed-event.ts';
import { isAwaitingConfirmation, isCancelRequested } from '../status/order-status.ts';
import { orderTexts as texts } from '../texts.ts';
import { AwaitingConfirmation, type EmailForm } from './awaiting-confirmation.tsx';
import { HowToPay } from './how-to-pay.tsx';
import { isOnAccount, listNextSteps } from './next-steps.ts';

export const orderStyles = 'src/features/orders/order.page.css' as const;

interface OrderPageProps {
  readonly context: RenderContext;
  readonly order: Order;
  readonly shopEmail: string;
  readonly isShipped: boolean;
  readonly payment: OrderPaymentFacts;
  /**
   * Null for a reader who only has the link of a mail: the form shows the whole email address to the shopper who
   * placed the order only.
   */
  readonly emailForm: EmailForm | null;
  /** Whether the confirmation mail was sent again, or why the order was not cancelled. Null when no form was sent. */
  readonly message: Exclude<keyof typeof orderNotices, 'EMAIL_INVALID'> | null;
  readonly cancelWay: CancelWay;
  readonly next: readonly ReactNode[];
  readonly details: readonly ReactNode[];
}

export const orderNotices = { ...confirmationNotices, ...cancelNotices };

const hourMs = 60 * 60 * 1000;

/** The title thanks the shopper within an hour after the order. */
function formatTitle({ t, now }: RenderContext, order: Order): string {
  if (isAwaitingConfirmation(order)) return t(texts.pleaseConfirm);
  const isActive =
    order.status !== 'cancelled' &&
    order.status !== 'refunded' &&
    order.status !== 'failed' &&
    !isCancelRequested(order);
  const placedAt = order.suspicion === null ? order.createdAt : (order.confirmedAt ?? order.createdAt);
  const isFresh = now.getTime() - placedAt.getTime() < hourMs;
  return isActive && isFresh ? t(texts.receivedTitle) : t(texts.orderTitle, { number: order.number });
}

export function OrderPage(props: OrderPageProps) {
  const { context, order, shopEmail, isShipped, payment, next, details, emailForm, message, cancelWay } = props;
  const { t } = context;
  const isUnconfirmed = isAwaitingConfirmation(order);
  // An order that still has to be paid or confirmed can't be ordered again, so that nobody orders it twice by
  // mistake.
  const canReorder = (order.status !== 'pending' && !isUnconfirmed) || hasMissedEvent(order, context.now);
  const isAwaitingTransfer =
    (order.status === 'on-hold' && !isUnconfirmed && order.paymentInstructions.length > 0) || isOnAccount(order);
  return (
    <div className="wrap wrap--narrow order">
      <PageHead
        title={formatTitle(context, order)}
        lead={describeNextStep(context, order, { showsEmail: emailForm !== null })}
      />
      {message !== null && (
        <Notice kind={message === 'confirmationSent' ? 'success' : 'warning'} autoFocus>
          {t(orderNotices[message], { email: formatEmail(order.email) })}
        </Notice>
      )}
      {order.cancelDeclinedAt !== null && order.status === 'processing' && (
        <Notice kind="info">{t(texts.cancelWasDeclined)}</Notice>
      )}
      <OrderFacts context={context} order={order} payment={payment} />
      <RefundArrival context={context} order={order} payment={payment} />
      {isUnconfirmed && <AwaitingConfirmation {...{ context, order, shopEmail, emailForm }} />}
      {isAwaitingTransfer && <HowToPay context={context} order={order} />}
      <Parts contents={next} />
      <NextSteps context={context} order={order} isShipped={isShipped} />
      <OrderItems context={context} order={order} />
      <Parts contents={details} />
      <Addresses context={context} order={order} />
      <div className="order__actions">
        {canReorder && <ReorderForm t={t} order={order} look="quiet" />}
        {cancelWay !== null && (
          <ButtonLink look="quiet" href={cancelOrderPath(order.token)}>
            {t(texts.cancelOrder)}
          </ButtonLink>
        )}
        <ButtonLink look="quiet" href={shopPath}>
          {t(texts.continueShopping)}
        </ButtonLink>
      </div>
    </div>
  );
}

export function ReorderForm({
  t,
  order,
  look,
}: Pick<RenderContext, 't'> & { readonly order: Pick<Order, 'token'>; readonly look?: 'quiet' }) {
  return (
    <form method="post" action={reorderPath(order.token)}>
      <input type="hidden" name={requestKeyField} value={crypto.randomUUID()} />
      <Button look={look}>{t(texts.reorder)}</Button>
    </form>
  );
}

interface OrderSectionProps {
  readonly context: RenderContext;
  readonly order: Order;
}

type PaymentSectionProps = OrderSectionProps & Pick<OrderPageProps, 'payment'>;

function OrderFacts({ context, order, payment }: PaymentSectionProps) {
  const { t, price, locale } = context;
  const { transactions } = payment;
  const facts = [
    { label: t(texts.factOrder), value: String(order.number) },
    { label: t(texts.factDate), value: getDateFormat(locale, { dateStyle: 'long' }).format(order.createdAt) },
    { label: t(texts.factTotal), value: price({ amount: order.total, currency: order.currency }) },
    { label: t(texts.factPayment), value: formatPaidWith(order, payment) },
    ...(transactions.length === 0 ? [] : [{ label: t(texts.factTransaction), value: transactions.join(', ') }]),
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

/** Says in how many days the last refund arrives, until these days have passed. */
function RefundArrival({ context, order, payment: { refundDays } }: PaymentSectionProps) {
  const { t, price, now } = context;
  const newest = order.refunds.at(-1);
  if (!newest || refundDays === null || now.getTime() - newest.createdAt.getTime() > refundDays * 24 * hourMs)
    return null;
  const amount = price({ amount: order.refundedTotal, currency: order.currency });
  return (
    <p>
      {t(texts.refunded, { amount, payment: order.paymentTitle })} {t(texts.refundDays, { days: refundDays })}
    </p>
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
              <Price price={price({ amount: getShownSubtotal(line, context.taxDisplay), currency: order.currency })} />
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
