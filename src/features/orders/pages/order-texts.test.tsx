import { randomUUID } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutInput } from '#features/checkout/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, saveTestProduct } from '#tests/support/products.ts';
import { placeTestOrder, salesPayments, salesShop, testClock } from '#tests/support/sales.ts';
import { composeOrderMails, type OrderMailKind } from '../emails/compose-order-mails.ts';
import type { Order } from '../order.ts';
import { OrderPage } from './order-page.tsx';

const { database } = useDatabase();
const clock = testClock();
let shop: Shop;

const payments = ['transfer', 'on delivery', 'free', 'remote'] as const;
const goods = ['physical', 'download', 'mixed', 'pickup'] as const;
type Payment = (typeof payments)[number];
type Goods = (typeof goods)[number];

const methodIds: Readonly<Record<Payment, string>> = {
  ...{ transfer: 'bank_transfer', 'on delivery': 'cash_on_delivery', free: 'free', remote: 'pay_later' },
};

/** Placed at once, by a guest. Nothing is delivered with a download. */
const placed = new Map<string, Order>();

beforeAll(async () => {
  const methods = [
    { type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: 0 },
    { type: 'local_pickup', id: 'local_pickup:1', title: 'At the kiln', cost: 0 },
  ];
  const settings = {
    shipping: { zones: [{ name: 'Everywhere', methods }] },
    payments: {
      bankTransfer: { ...salesPayments.bankTransfer, dueDays: 9 },
      cashOnDelivery: { enabled: true },
    },
  };
  ({ shop } = await salesShop(database, { clock, settings }));
  for (const payment of payments)
    for (const kind of goods)
      if (!(payment === 'on delivery' && kind === 'download'))
        placed.set(`${payment} ${kind}`, await placeCase(payment, kind));
});

async function placeCase(payment: Payment, kind: Goods): Promise<Order> {
  const price = payment === 'free' ? 0 : 1000;
  const bowl = await addProduct(shop, { name: 'Tide bowl', price });
  const { id: recipe } = await saveTestProduct(shop, {
    ...{ name: 'Glaze recipe', slug: `p-${randomUUID()}`, status: 'published' },
    master: { regularPrice: price, virtual: true, downloadable: true },
  });
  const products = { physical: [bowl], download: [recipe], mixed: [bowl, recipe], pickup: [bowl] }[kind];
  const shippingMethod = { physical: 'flat_rate:1', download: '', mixed: 'flat_rate:1', pickup: 'local_pickup:1' }[
    kind
  ];
  const changes: Partial<CheckoutInput> = { paymentMethod: methodIds[payment], shippingMethod };
  return placeTestOrder(
    shop,
    products.map((product) => [product, 1] as const),
    changes,
  );
}

interface Viewed {
  readonly title: string;
  readonly text: string;
}

function view(order: Order, { isByOwner = true } = {}): Viewed {
  const payment = { transactions: [], instruments: [], refundDays: null };
  const props = { payment, isShipped: false, cancelWay: null, next: [], details: [], message: null } as const;
  const emailForm = isByOwner ? { typed: '', error: undefined } : null;
  const context = shop.renderContext('/order');
  const html = renderToStaticMarkup(
    <OrderPage {...props} {...{ context, order, emailForm }} shopEmail={shop.choices.email} />,
  );
  return { title: /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? '', text: html.replace(/<[^>]*>/g, ' ') };
}

/** What the shopper's mail about a placed order says. */
function readMail(order: Order): string {
  const [mail] = composeOrderMails(shop, order, { kind: 'placed' });
  return JSON.stringify(mail?.content.blocks);
}

const cases = payments.flatMap((payment) =>
  goods
    .filter((kind) => !(payment === 'on delivery' && kind === 'download'))
    .flatMap((kind) => (['guest', 'customer'] as const).map((who) => [payment, kind, who] as const)),
);

const dayMs = 24 * 60 * 60 * 1000;
const find = (payment: Payment, kind: Goods, who: 'guest' | 'customer'): Order => {
  const order = placed.get(`${payment} ${kind}`);
  if (!order) throw new Error('no such case');
  return who === 'guest' ? order : { ...order, visitorId: null, customerId: 1 };
};

describe.each(cases)('an order by %s of %s goods of a %s [D3]', (payment, kind, who) => {
  it('has texts that are right while it is fresh, and asks for no confirmation', () => {
    const order = find(payment, kind, who);
    const { title, text } = view(order);
    const all = `${text} ${payment === 'remote' ? '' : readMail(order)}`;
    expect(title).toBe('Thank you for your order');
    expect(all).not.toMatch(/confirm/i);
    expect(all).not.toMatch(/another way/);
    expect(all).not.toMatch(
      kind === 'download' ? /ship|reserve|prepare your items|We send them|by post/ : /by post(?!,)/,
    );
    if (kind === 'pickup') expect(all).not.toMatch(/\bship|We send them/);
    if (kind === 'physical') expect(all).not.toMatch(/download|files/i);
    if (order.status !== 'completed' && (kind === 'download' || kind === 'mixed'))
      expect(text).toMatch(payment === 'remote' ? /pay/i : /files|online/);
    expect(/IE64 IRCE/.test(text)).toBe(payment === 'transfer');
    expect(/You pay €/.test(text)).toBe(payment === 'on delivery');
  });

  it('is called by its number weeks later', () => {
    const order = find(payment, kind, who);
    const old = { ...order, createdAt: new Date(order.createdAt.getTime() - 21 * dayMs) };
    expect(view(old).title).toBe(`Order ${order.number}`);
    expect(view(old).text).not.toContain('Thank you for your order');
  });
});

describe.each(cases.filter(([payment]) => payment === 'transfer' || payment === 'on delivery'))(
  'a suspicious order by %s of %s goods of a %s [D3]',
  (payment, kind, who) => {
    const held = () => ({
      ...find(payment, kind, who),
      ...{ status: 'on-hold' as const, suspicion: 'network-orders' as const, confirmedAt: null },
    });

    it('asks to confirm, with the address whole for who has placed it, and promises nothing yet', () => {
      const { title, text } = view(held());
      expect(title).toBe('Please confirm your order');
      expect(text).toContain('ada@example.com');
      expect(text).not.toMatch(/\bship|reserve|IE64|Thank you|on their way/);
      expect(text).toContain(payment === 'transfer' ? 'Once you confirm, bank details' : 'once you confirm it');
      expect(view(held(), { isByOwner: false }).text).not.toContain('ada@example.com');
    });

    it('says after it has expired that it was not confirmed, and how to go on', () => {
      const ended = { ...held(), status: 'cancelled' as const, cancelReason: 'expired' as const };
      const { title, text } = view(ended);
      expect(title).toBe(`Order ${ended.number}`);
      for (const words of ['was not confirmed in time', 'Order again']) expect(text).toContain(words);
    });

    it('is like any other once it is confirmed, and thanks then', () => {
      const order = held();
      const later = { ...order, createdAt: new Date(order.createdAt.getTime() - 3 * dayMs), confirmedAt: clock.now() };
      const { title, text } = view(later);
      expect(title).toBe('Thank you for your order');
      expect(text).not.toMatch(/confirm/i);
    });
  },
);

describe.each(cases)(
  'what is said about the end or the rest of an order by %s of %s goods of a %s [D3]',
  (payment, kind, who) => {
    const now = clock.now();
    const readMails = (order: Order, kinds: readonly OrderMailKind[]) =>
      JSON.stringify(
        kinds.map(
          (each) => composeOrderMails(shop, order, { kind: each, note: 1, text: 'A reason' })[0]?.content.blocks,
        ),
      );

    it('promises no parcel and no reservation of an order that its shopper wants to cancel', () => {
      const order = find(payment, kind, who);
      const asked = { ...order, status: 'processing' as const, paidAt: now, cancelRequestedAt: now };
      const declined = { ...asked, cancelDeclinedAt: now };
      const cancelled = { ...order, status: 'cancelled' as const, cancelReason: 'by-shopper' as const };
      const pages = [asked, cancelled, { ...cancelled, cancelReason: 'by-shop' as const }].map(
        (each) => view(each).text,
      );
      const mails = readMails(asked, ['cancel-requested', 'cancel-declined']) + readMails(cancelled, ['cancelled']);
      for (const text of [...pages, mails])
        expect(text).not.toMatch(/We send them|we ship|reserve|by post|What happens next/i);
      expect(pages[0]).toContain('You asked us to cancel this order');
      expect(pages[1]).toContain('You cancelled this order.');
      expect(pages[2]).toContain('This order was cancelled.');
      expect(view(asked).title).toBe(`Order ${order.number}`);
      expect(view(declined).text).toContain('It was too late for that.');
      if (kind === 'download') expect(pages.join() + mails).not.toMatch(/\bship|\bsent\b|\bsend\b/);
    });

    it('speaks of shipping only where something is shipped, when a part of the price is still to be paid', () => {
      const order = { ...find(payment, kind, who), status: 'processing' as const, paidAt: null, capturedTotal: 1 };
      expect(/We ship it/.test(readMails(order, ['payment-request']))).toBe(kind === 'physical' || kind === 'mixed');
    });
  },
);

describe('the days that are said of a bank transfer [D3]', () => {
  it('are those of the order, at the checkout and on its page', async () => {
    const order = find('transfer', 'physical', 'guest');
    expect(order.dueAt?.getTime()).toBe(order.createdAt.getTime() + 9 * dayMs);
    const provider = shop.implementations((await import('#features/payments/index.ts')).paymentProviders);
    const transfer = provider.find(({ id }) => id === 'bank_transfer');
    const draft = { total: 1000, currency: 'EUR', country: 'IE' };
    const physical = transfer?.description?.(shop, { ...draft, needsShipping: true });
    const virtual = transfer?.description?.(shop, { ...draft, needsShipping: false });
    for (const text of [physical, virtual]) {
      expect(text).toContain('9 days');
      expect(text).not.toMatch(/confirm|\bship/);
    }
    expect(virtual).not.toContain('reserve');
  });
});
