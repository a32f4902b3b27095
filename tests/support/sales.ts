import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { App } from '#app/app.ts';
import { addToCart, calculateCart, getCart } from '#features/cart/index.ts';
import { type CheckoutInput, placeOrder } from '#features/checkout/index.ts';
import { findOrCreateCustomer } from '#features/customers/index.ts';
import { returnToStock } from '#features/inventory/index.ts';
import { confirmOrder, getOrder, lockOrder, type Order } from '#features/orders/index.ts';
import {
  paymentProviders,
  type RefundInput,
  type RefundResult,
  type RemoteProvider,
  recordCapture,
  requestRefund,
} from '#features/payments/index.ts';
import type { TaxAddress } from '#features/pricing/index.ts';
import type { ShopConfig } from '#platform/config/shop-config.ts';
import { type Database, type Db, inTransaction } from '#platform/database/database.ts';
import type { Handling } from '#platform/features/events.ts';
import { type Provision, providePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Filling } from '#platform/features/slots.ts';
import { type ActingCustomer, type Actor, createGuest } from '#platform/sessions/actor.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { moveVisitor } from '#platform/sessions/sign-in.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { shopConfig } from '#shop.config';
import { testShop } from './test-shop.ts';

interface TestClock {
  now(): Date;
  forward(milliseconds: number): void;
}

/** A clock that a test can set forward. */
export function testClock(start = new Date()): TestClock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    forward: (milliseconds) => {
      time += milliseconds;
    },
  };
}

/** A payment for which the shopper never does anything: the order is pending and the cart stays open. */
const payLater: RemoteProvider = {
  kind: 'remote',
  id: 'pay_later',
  title: () => 'Pay later',
  isAvailable: () => true,
  requestKeySeconds: { begin: 3600, authorize: 3600, capture: 3600, void: 3600, refund: 3600 },
  begin: async (_shop, { publicId }) => ({ ok: true, reference: publicId, action: null }),
  capture: async () => ({ status: 'failed', reason: 'not approved' }),
  void: async () => ({ status: 'failed', reason: 'not approved' }),
  refund: async () => ({ status: 'failed', reason: 'not approved' }),
  fetchState: async (_shop, { publicId }) => ({
    reference: publicId,
    status: 'requires_action',
    isApproved: false,
    authorizedUntil: null,
    transactions: [],
  }),
};

interface SalesOptions {
  readonly clock?: TestClock;
  readonly fills?: readonly Filling[];
  readonly provides?: readonly Provision[];
  /** Settings by feature, instead of `salesSettings`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** How prices are entered and shown, and the base address. */
  readonly prices?: Pick<ShopConfig, 'pricesIncludeTax' | 'baseAddress'> & Partial<Pick<ShopConfig, 'taxDisplay'>>;
  readonly handles?: readonly Handling[];
}

/** The whole shop with fixed settings: shipping 5.00, bank transfer, no order limits. */
export async function salesShop(
  database: Database,
  {
    clock = testClock(),
    fills = [],
    provides = [],
    handles = [],
    settings = {},
    env = {},
    prices = {},
  }: SalesOptions = {},
): Promise<App> {
  const choices = {
    ...prices,
    settings: { ...shopConfig.settings, ...salesSettings, ...settings },
    fills,
    provides: [...providePort(paymentProviders, [payLater]), ...provides],
    handles,
  };
  return testShop(database, { clock, choices, env });
}

export const salesPayments = {
  bankTransfer: { accountName: 'The shop', iban: 'IE64 IRCE 9205 0112 3456 78', dueDays: 14 },
};

/** Settings of a shop that ships everywhere at one rate, in minor units. */
export function flatRateZones(cost: number) {
  return {
    zones: [{ name: 'Everywhere', methods: [{ type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost }] }],
  };
}

/** Settings of a shop that places each order at once and limits no reservations. */
export const trustingOrders = {
  suspicion: {
    ...{ networkOrders: null, addressOrders: null },
    ...{ visitorPercent: null, networkPercent: null, atOncePercent: null },
  },
  maxReserved: { visitorQuantity: null, visitorPercent: null, unconfirmedPercent: null },
};

export const salesSettings = {
  shipping: flatRateZones(500),
  payments: salesPayments,
  // Tests order whole stocks, and often with one email address.
  orders: trustingOrders,
  mail: { unprovenPerDay: 1000 },
  // Mails with PDFs take long, and most tests of mails are about others.
  documents: { mail: 'off' },
  checkout: {
    termsPath: '/terms',
    // Tests place more orders per hour than the default limits allow.
    ordersPerHour: { visitor: null, address: null, email: null, domain: null, all: null },
  },
};

/** A guest, as the actor of a request and as the owner of a cart. */
export interface TestGuest extends Actor {
  readonly visitorId: string;
}

/** @param id of the visitor; default: a new one, without a row */
export function testGuest(id: string | null = randomUUID()): TestGuest {
  return { ...createGuest(id), visitorId: id ?? '' };
}

export async function createVisitor(db: Db): Promise<TestGuest> {
  const guest = testGuest();
  await db.execute(sql`insert into platform.visitors (id) values (${guest.visitorId})`);
  return guest;
}

/** A customer as the actor of requests, with the owner of the cart. */
export interface TestCustomer {
  readonly customer: ActingCustomer;
  readonly actor: Actor;
  readonly owner: Owner;
}

/** Creates a customer. @param email default: one that nobody else has */
export async function createCustomer(shop: Shop, email = `${randomUUID()}@example.com`): Promise<TestCustomer> {
  const customer = await findOrCreateCustomer(shop, shop.db, email);
  return { customer, actor: { ...createGuest(null), customer }, owner: { customerId: customer.id } };
}

/** Makes what a guest owns the customer's, as a sign-in does. */
export async function signInGuest(shop: Shop, guest: Actor, { customer }: TestCustomer): Promise<void> {
  const signedIn = { visitorId: guest.visitorId, customerId: customer.id, newVisitorId: randomUUID() };
  await inTransaction(shop.db, (tx) => moveVisitor(shop, tx, signedIn));
}

/** Creates a visitor with these products in the cart. */
export async function createVisitorWithCart(
  shop: Shop,
  wanted: readonly (readonly [productId: number, quantity: number])[],
) {
  const visitor = await createVisitor(shop.db);
  for (const [productId, quantity] of wanted) await putInCart(shop, visitor, productId, quantity);
  return visitor;
}

export async function putInCart(shop: Shop, owner: Owner, productId: number, quantity = 1): Promise<void> {
  const item = { productId, variationId: null, chosen: {}, quantity };
  const result = await addToCart(shop, owner, { items: [item], form: {} });
  if (!result.ok) throw new Error(`not added: ${result.code}`);
}

export const homeAddress = {
  first_name: 'Ada',
  last_name: 'Byrne',
  company: '',
  address_1: '1 Quay Lane',
  address_2: '',
  city: 'Cork',
  state: '',
  postcode: '',
  country: 'IE',
} as const;

/** A valid checkout, if `expectedTotal` matches the cart. */
export function checkoutInput(changes: Partial<CheckoutInput> = {}): CheckoutInput {
  return {
    email: 'ada@example.com',
    phone: '',
    billing: homeAddress,
    shipping: null,
    shippingMethod: 'flat_rate:1',
    paymentMethod: 'bank_transfer',
    note: '',
    meta: {},
    requestKey: randomUUID(),
    expectedTotal: 1500,
    ...changes,
  };
}

/** What the owner's cart costs with shipping to an address. */
export async function readTotal(shop: Shop, owner: Owner, address: TaxAddress = homeAddress): Promise<number> {
  const destination = { shippingAddress: address, billingAddress: address, shippingMethodIds: [] };
  return (await calculateCart(shop, shop.db, await getCart(shop, owner), destination)).totals.total;
}

/** Places an order of these products for a new visitor. */
export async function placeTestOrder(
  shop: Shop,
  wanted: readonly (readonly [productId: number, quantity: number])[],
  changes: Partial<CheckoutInput> = {},
): Promise<Order> {
  return placeTestCart(shop, await createVisitorWithCart(shop, wanted), changes);
}

/** Places the order of a visitor's cart. */
export async function placeTestCart(
  shop: Shop,
  visitor: TestGuest,
  changes: Partial<CheckoutInput> = {},
): Promise<Order> {
  const { billing = homeAddress, shipping = null } = changes;
  const expectedTotal = await readTotal(shop, visitor, shipping ?? billing);
  const result = await placeOrder(shop, visitor, checkoutInput({ expectedTotal, ...changes }));
  const order = result.ok ? await getOrder(shop.db, { token: result.token }) : null;
  if (!order) throw new Error(`not placed: ${result.ok ? 'lost' : result.code}`);
  return order;
}

/** Places an order that has to be confirmed, as if every order had to be. */
export async function placeHeldOrder(...[shop, ...order]: Parameters<typeof placeTestOrder>): Promise<Order> {
  const setConfirmation = (value: string | undefined) =>
    changeSettings(shop, [{ key: 'orders.confirmation', value, version: null }], 'shop');
  await setConfirmation('required');
  try {
    return await placeTestOrder(shop, ...order);
  } finally {
    await setConfirmation(undefined);
  }
}

/** The path of the link in an order's confirmation mail, which must have been sent. */
export async function readConfirmLink(shop: Shop, number: number): Promise<string> {
  const { rows } = await shop.db.execute<{ plain: string }>(
    sql`select plain from platform.mail where id = ${`order:${number}:confirm-request`}`,
  );
  const link = /https?:\/\/\S+\/confirm\?code=[\w-]+/.exec(rows[0]?.plain ?? '')?.[0];
  if (link === undefined) throw new Error(`order ${number} has no confirmation mail`);
  return link.slice(shop.config.publicUrl.length);
}

/** Confirms an order on behalf of the shop. */
export async function confirmTestOrder(
  shop: Shop,
  { id: orderId }: Pick<Order, 'id'>,
  by: 'shop' | 'shopper' = 'shop',
): Promise<void> {
  await inTransaction(shop.db, (tx) => confirmOrder(shop, tx, { orderId, by }));
}

/** Records the money of an order on behalf of the shop, as `shop orders paid` does. */
export async function payTestOrder(shop: Shop, { id: orderId }: Pick<Order, 'id'>): Promise<void> {
  const result = await inTransaction(shop.db, (tx) => recordCapture(shop, tx, { orderId, by: 'shop' }));
  if (!result.ok) throw new Error(`not paid: ${result.code}`);
}

interface TestRefund {
  /** Minor units; default: everything. */
  readonly amount?: number | null;
  readonly parts?: RefundInput['parts'];
  readonly reason?: string;
  readonly restock?: boolean;
  readonly requestKey?: string;
}

/** Requests a refund of an order on behalf of the shop. */
export async function refundTestOrder(
  shop: Shop,
  { id: orderId }: Pick<Order, 'id'>,
  { amount = null, parts = null, reason = '', restock = false, requestKey = randomUUID() }: TestRefund = {},
): Promise<RefundResult> {
  const input = { orderId, amount, parts, reason, restock, requestKey, by: 'shop' } as const;
  return inTransaction(shop.db, (tx) => requestRefund(shop, tx, input));
}

/** Returns units of lines to stock, by the positions of the lines from 0, as a refund without money would. */
export async function returnTestUnits(
  shop: Shop,
  orderId: number,
  units: readonly { readonly position: number; readonly quantity: number }[],
): Promise<void> {
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`insert into refunds (order_id, request_key, status, cause, amount, requested_amount, by, finished_at)
      values (${orderId}, ${randomUUID()}, 'failed', 'staff', 1, 1, 'test', now()) returning id`,
  );
  const lines = await shop.db.execute<{ id: string }>(
    sql`select id from order_lines where order_id = ${orderId} order by position`,
  );
  const back = units.map(({ position, quantity }) => ({ lineId: Number(lines.rows[position]?.id), quantity }));
  await inTransaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order) await returnToStock(shop, tx, order, back, { refundId: Number(rows[0]?.id) });
  });
}
