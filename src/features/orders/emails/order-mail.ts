import { formatAddress } from '#features/addresses/index.ts';
import { getShownSubtotal } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MailBlock, MailContent, MailFact } from '#platform/mail/kit/mail-content.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { createOrderLink } from '../access/order-link.ts';
import { formatLineOptions, formatOrderTotals, getPurchaseNote } from '../format-order.ts';
import type { Order } from '../order.ts';
import { formatPaidWith, type OrderPaymentFacts } from '../ports.ts';
import { orderTexts as texts } from '../texts.ts';
import type { LinePictures } from './line-pictures.ts';

export interface OrderMailInput {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly order: Order;
  readonly payment: OrderPaymentFacts;
  /** Heading that says what the mail is about. Default: the number of the order. */
  readonly title?: string;
  /** Default: no pictures. */
  readonly pictures?: LinePictures | undefined;
}

interface OrderMailParts {
  /** Default: the title of the input. */
  readonly title?: string;
  readonly lead: string;
  readonly blocks?: readonly MailBlock[];
  /** Default: a link to the order page. */
  readonly action?: { readonly text: string; readonly href: string };
  /** Blocks below the button. */
  readonly after?: readonly MailBlock[];
}

/** Composes a mail to the shopper about an order: greeting, lead, blocks and a button. */
export function composeOrderMail(
  { shop, context: { t, price }, order, title: ownTitle }: Omit<OrderMailInput, 'payment'>,
  { title = ownTitle, lead, blocks = [], action, after = [] }: OrderMailParts,
): MailContent {
  const { number, total, currency, billing } = order;
  const greeting = billing ? t(texts.hello, { name: billing.first_name }) : t(texts.helloWithoutName);
  return {
    preview: t(texts.mailPreview, { number, total: price({ amount: total, currency }) }),
    title: title ?? t(texts.orderTitle, { number }),
    blocks: [
      { kind: 'paragraph', text: greeting },
      { kind: 'paragraph', text: lead },
      ...blocks,
      { kind: 'button', ...(action ?? { text: t(texts.viewOrder), href: createOrderLink(shop, order) }) },
      ...after,
    ],
  };
}

/** @param lead default: a text that says that the order is new */
export function composeOwnerMail(
  { context, order, payment, title, pictures }: Omit<OrderMailInput, 'shop'>,
  lead?: string,
): MailContent {
  const { t, price } = context;
  const name = order.billing ? `${order.billing.first_name} ${order.billing.last_name}` : order.email;
  const contact = [
    { label: t(texts.email), value: order.email },
    ...(order.phone === '' ? [] : [{ label: t(texts.phone), value: order.phone }]),
  ];
  return {
    preview: t(texts.mailPreview, {
      number: order.number,
      total: price({ amount: order.total, currency: order.currency }),
    }),
    title: title ?? t(texts.orderTitle, { number: order.number }),
    blocks: [
      { kind: 'paragraph', text: lead ?? t(texts.mailOwner, { name, payment: order.paymentTitle }) },
      ...listItemBlocks({ context, order, pictures }),
      ...listTransactionBlocks({ context, order, payment }),
      ...listFactBlocks(t(texts.ownerContact), contact),
      ...listAddressBlocks(context, order, t(texts.ownerNote)),
    ],
  };
}

/** Lists the payment method of an order that was paid at a provider, and the provider's ids of the payment. */
export function listTransactionBlocks({
  context: { t },
  order,
  payment,
}: Omit<OrderMailInput, 'shop'>): readonly MailBlock[] {
  if (payment.transactions.length === 0) return [];
  const facts = [
    { label: t(texts.factPayment), value: formatPaidWith(order, payment) },
    { label: t(texts.factTransaction), value: payment.transactions.join(', ') },
  ];
  return [{ kind: 'facts', facts }];
}

/** A heading with facts; empty when there are no facts. */
export function listFactBlocks(title: string, facts: readonly MailFact[]): readonly MailBlock[] {
  return facts.length === 0
    ? []
    : [
        { kind: 'heading', text: title },
        { kind: 'facts', facts },
      ];
}

export function listAddressBlocks(
  { t, locale }: RenderContext,
  order: Order,
  noteTitle = t(texts.note),
): readonly MailBlock[] {
  const addresses = [
    { label: t(texts.deliveryAddress), address: order.delivery },
    { label: t(texts.billingAddress), address: order.billing },
  ].flatMap(({ label, address }) => (address ? [{ label, value: formatAddress(address, locale).join('\n') }] : []));
  const note: readonly MailBlock[] = [
    { kind: 'heading', text: noteTitle },
    { kind: 'paragraph', text: order.note },
  ];
  return [...listFactBlocks(t(texts.factAddresses), addresses), ...(order.note === '' ? [] : note)];
}

export function listItemBlocks({
  context,
  order,
  pictures,
}: Pick<OrderMailInput, 'context' | 'order' | 'pictures'>): readonly MailBlock[] {
  const { t, price } = context;
  const lines = order.lines.map((line) => ({
    text: `${line.name} ${t(texts.times, { quantity: line.quantity })}`,
    image: pictures?.get(line.variationId),
    notes: formatLineOptions(context, order, line),
    html: getPurchaseNote(order, line),
    amount: price({ amount: getShownSubtotal(line, context.taxDisplay), currency: order.currency }),
  }));
  const totals = formatOrderTotals(context, order).map(({ label, value, isGrandTotal }) => ({
    text: label,
    amount: value,
    ...(isGrandTotal ? { isStrong: true } : {}),
  }));
  return [
    { kind: 'heading', text: t(texts.orderSummary) },
    { kind: 'rows', rows: lines },
    { kind: 'line' },
    { kind: 'rows', rows: totals },
  ];
}
