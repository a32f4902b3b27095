import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chance } from '#tests/support/chance.ts';
import type { Diary } from './attempts.ts';
import { runSoakCommand, type SoakShop } from './build-shop.ts';
import type { ShopKeeper } from './keep-shop-running.ts';
import type { Pace } from './pace.ts';
import type { SoakProduct } from './products.ts';
import { unlimitedCode } from './rules.ts';

export interface ClerkWork {
  /** Name of each command that succeeded. */
  readonly done: string[];
  /** Number of others: the shop or its database was down, or the order's state did not allow the change. */
  failed: number;
}

interface ClerkContext {
  readonly shop: SoakShop;
  readonly keeper: ShopKeeper;
  readonly pace: Pace;
  readonly chance: Chance;
  readonly diary: Diary;
  readonly products: readonly SoakProduct[];
}

interface Clerk extends ClerkContext {
  /** Runs a command. @returns what it prints with `--json`, null when it failed */
  run(...args: readonly string[]): Promise<unknown>;
}

/** An order as the command lists it. */
interface ListedOrder {
  readonly id: number;
  readonly number: number;
  readonly total: number;
}

type Duty = (clerk: Clerk, order: string, listed: ListedOrder) => Promise<void>;

/** Refunds an order by the operation of its page. */
const refund = (
  { run }: Clerk,
  { id }: ListedOrder,
  fields: Readonly<Record<string, string>>,
  ...options: readonly string[]
) =>
  run(
    'call',
    'payments.refund-order',
    JSON.stringify({ reason: 'Soak', ...fields }),
    '--param',
    `id=${id}`,
    ...options,
  );

/** All of an order of which nothing was refunded. */
const refundAll = (clerk: Clerk, listed: ListedOrder) =>
  refund(clerk, listed, { amount: (listed.total / 100).toFixed(2), restock: '1' });

/** Ships units of an order, all that are left by default, by the operation of its page. */
const ship = ({ run }: Clerk, { id }: ListedOrder, values: object = {}) =>
  run('call', 'fulfilment.ship-order', JSON.stringify(values), '--param', `id=${id}`);

/** What the clerk does with an order, by its number. Each may meet an order in any state. */
const duties: Readonly<Record<string, Duty>> = {
  cancel: async ({ run }, order) => void (await run('orders', 'cancel', order)),
  confirm: async ({ run }, order) => void (await run('orders', 'confirm', order)),
  paid: async ({ run }, order) => void (await run('orders', 'paid', order)),
  'pay and give everything back': async (clerk, order, listed) => {
    await clerk.run('orders', 'paid', order);
    await refundAll(clerk, listed);
  },
  'pay, ship a part, refund a line, ship the rest': async (clerk, order, listed) => {
    await clerk.run('orders', 'paid', order);
    await ship(clerk, listed, { units: { 1: 1 } });
    await refund(clerk, listed, { 'items.1': '1', ...(clerk.chance.happens(0.5) && { restock: '1' }) });
    await ship(clerk, listed);
  },
  'refund a line': async (clerk, _order, listed) => {
    const { chance } = clerk;
    const restock = chance.happens(0.5) && { restock: '1' };
    await refund(clerk, listed, { [`items.${chance.whole(1, 2)}`]: String(chance.whole(1, 2)), ...restock });
  },
  'refund the shipping twice': async (clerk, _order, listed) => {
    for (let times = 0; times < 2; times += 1) await refund(clerk, listed, { shipping: '1', reason: 'late' });
  },
  'refund an amount twice with one key': async (clerk, order, listed) => {
    const key = `soak-refund-${order}-${clerk.chance.whole(0, 1_000_000)}`;
    for (let times = 0; times < 2; times += 1) await refund(clerk, listed, { amount: '3.33' }, '--key', key);
  },
  'ship, then take everything back': async (clerk, _order, listed) => {
    await ship(clerk, listed, { parcels: [{ carrier: 'An Post', trackingNumber: 'RR123', trackingUrl: '' }] });
    await refundAll(clerk, listed);
  },
  sync: async ({ run }, order) => {
    const listed = (await run('payments', 'list', '--order', order)) as { payments: { id: number }[] } | null;
    for (const { id } of listed?.payments ?? []) await run('payments', 'sync', String(id));
  },
};

const ordersPerStep = 4;

/** Works on random orders, and enters orders of the shop's own, on the command line until stopped. */
export async function runClerk(context: ClerkContext, stopped: AbortSignal): Promise<ClerkWork> {
  const { chance, keeper, pace, shop } = context;
  const work: ClerkWork = { done: [], failed: 0 };
  const run: Clerk['run'] = async (...args) => {
    try {
      const printed = JSON.parse(await runSoakCommand(shop, ...args, '--json')) as unknown;
      work.done.push(args.slice(0, 2).join(' '));
      return printed;
    } catch {
      work.failed += 1;
      return null;
    }
  };
  const clerk: Clerk = { ...context, run };
  while (!stopped.aborted) {
    await pace.next();
    if (stopped.aborted) break;
    if (chance.happens(0.5)) await createManualOrder(clerk);
    await keeper.untilOpen();
    const listed = (await run('orders', 'list', '--page', String(chance.whole(1, 4)))) as {
      orders: ListedOrder[];
    } | null;
    for (const order of chance.shuffle(listed?.orders ?? []).slice(0, ordersPerStep)) {
      if (stopped.aborted) break;
      await duties[chance.pick(Object.keys(duties))]?.(clerk, String(order.number), order);
    }
  }
  return work;
}

/** Places an order of the shop's own, and repeats the same file: the second finds the order of the first. */
async function createManualOrder({ run, chance, diary, products, shop }: Clerk): Promise<void> {
  const requestKey = `manual-${randomUUID()}`;
  const file = join(shop.dataDir, `${requestKey}.json`);
  const lines = chance.shuffle(products).slice(0, chance.whole(1, 3));
  const address = {
    first_name: 'Una',
    last_name: 'Daly',
    address_1: '2 Quay Lane',
    city: 'Cork',
    postcode: 'T12 X4Y5',
  };
  const order = {
    email: `${requestKey}@example.com`,
    billing: { ...address, country: 'IE' },
    lines: lines.map(({ sku }) => {
      const agreed = chance.happens(0.3) ? { price: `${chance.whole(1, 40)}.${chance.whole(10, 99)}` } : {};
      return { sku, quantity: chance.whole(1, 3), ...agreed };
    }),
    fees: chance.happens(0.4) ? [{ name: 'Gift box', amount: '4.00', taxClass: 'standard' }] : [],
    paymentMethod: chance.pick(['bank_transfer', 'cash_on_delivery', 'test_card']),
    coupons: chance.happens(0.3) ? [unlimitedCode] : [],
    isTaxExempt: chance.happens(0.1),
  };
  writeFileSync(file, JSON.stringify({ ...order, requestKey }));
  diary.manualOrders.set(requestKey, null);
  for (let times = 0; times < 2; times += 1) {
    const placed = (await run('orders', 'create', '--file', file)) as { token: string } | null;
    const known = diary.manualOrders.get(requestKey);
    if (placed && known && known !== placed.token) diary.unexpectedAnswers.push(`${requestKey} was placed twice`);
    if (placed) diary.manualOrders.set(requestKey, placed.token);
  }
}
