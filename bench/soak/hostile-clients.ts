import { setTimeout as sleep } from 'node:timers/promises';
import { sendBytes } from '#tests/fuzz/exchange.ts';
import { type Corpus, randomSending } from '#tests/fuzz/generate.ts';
import { type Chance, createChance } from '#tests/support/chance.ts';
import { type FormFields, newShopper, type Shopper } from '#tests/support/shopper.ts';
import { addAttempt, type Diary, recordAnswer } from './attempts.ts';
import type { Pace } from './pace.ts';
import type { SoakProduct } from './products.ts';

interface HostileContext {
  readonly url: string;
  readonly products: readonly SoakProduct[];
  readonly diary: Diary;
}

interface HostileClient extends HostileContext {
  readonly chance: Chance;
  /** One of a few network addresses that the hostile clients share. */
  readonly address: string;
}

/** Number of attempts by kind of misuse. */
export type MisuseCounts = ReadonlyMap<string, number>;

type Attack = (client: HostileClient) => Promise<void>;

const corpus: Corpus = {
  routes: [
    { method: 'GET', path: '/' },
    { method: 'GET', path: '/shop' },
    { method: 'GET', path: '/product/:slug' },
    { method: 'GET', path: '/order/:token' },
    { method: 'GET', path: '/ajax' },
    { method: 'POST', path: '/ajax' },
    { method: 'POST', path: '/cart/add' },
    { method: 'POST', path: '/cart/quantity' },
    { method: 'POST', path: '/cart/coupon' },
    { method: 'POST', path: '/cart/destination' },
    { method: 'POST', path: '/api/store/v1/cart/item' },
    { method: 'POST', path: '/withdrawal' },
    { method: 'POST', path: '/checkout' },
  ],
  names: ['action', 'product_id', 'quantity', 'billing_email', 'request_key', 'q', 'query', 'min', 'orderby'],
  slugs: ['bowl', 'mug', 'plate'],
};

const attacks: Readonly<Record<string, Attack>> = {
  'broken requests': async ({ url, chance }) => {
    for (let index = 0; index < 10; index += 1) await sendBytes(new URL(url), randomSending(chance, corpus));
  },
  'too many parameters': async ({ url, address }) => {
    const query = Array.from({ length: 501 }, (_, index) => index).join('&');
    await newShopper({ url }, { address }).visit(`/cart?${query}`);
  },
  'orders of as much as there is': async (client) => {
    // A new visitor each time, with the email address of somebody else.
    const shopper = newShopper(client, { address: client.address });
    const { productId, variationId } = client.chance.pick(client.products);
    await shopper.addToCart(productId, 100, { variation_id: String(variationId) });
    await shopper.addToCart(productId, client.chance.whole(1, 30), { variation_id: String(variationId) });
    await orderForStranger(client, shopper);
  },
  'small orders under many names': async (client) => {
    await orderUnderManyNames(client, () => client.address);
  },
  'small orders from many networks': async (client) => {
    await orderUnderManyNames(client, () => `198.18.${client.chance.whole(0, 255)}.${client.chance.whole(1, 254)}`);
  },
  'carts of nobody': async ({ url, address }) => {
    for (let index = 0; index < 20; index += 1) await newShopper({ url }, { address }).addToCart(999_999);
  },
  'guessed coupons': async ({ url, chance, address, products }) => {
    const shopper = newShopper({ url }, { address });
    const { productId, variationId } = chance.pick(products);
    await shopper.addToCart(productId, 1, { variation_id: String(variationId) });
    for (let index = 0; index < 30; index += 1)
      await shopper.submit('/cart/coupon', { coupon_code: `GUESS-${chance.whole(0, 1_000_000)}` });
  },
  'junk searches': async ({ url, chance, address }) => {
    for (let index = 0; index < 10; index += 1) {
      const junk = `junk${chance.whole(0, 1_000_000)}`;
      await newShopper({ url }, { address }).visit(`/search?q=${junk}`);
    }
  },
  'a crowd of renders': async ({ url, chance, address }) => {
    const pages = Array.from({ length: 40 }, () => `/shop?min=${chance.whole(1, 1000)}`);
    await Promise.all(pages.map((page) => newShopper({ url }, { address }).visit(page)));
  },
};

/** Holds stock without a mailbox: a new visitor, address and method each time, a few pieces that nobody will pay. */
async function orderUnderManyNames(client: HostileClient, nextAddress: () => string): Promise<void> {
  const { chance } = client;
  const { productId, variationId } = chance.pick(client.products);
  for (let count = 0; count < 6; count += 1) {
    const shopper = newShopper(client, { address: nextAddress() });
    await shopper.addToCart(productId, chance.whole(1, 12), { variation_id: String(variationId) });
    const email = `nobody@${chance.whole(0, 1_000_000_000)}.${hostileDomain}`;
    await orderForStranger(client, shopper, { billing_email: email, payment_method: chance.pick(unpaidMethods) });
  }
}

/** Their orders are never confirmed or paid by who placed them. */
export const hostileDomain = 'hostile.example';
const unpaidMethods = ['bank_transfer', 'bank_transfer', 'cash_on_delivery'] as const;

/** Orders with free text to the email address of somebody else. */
async function orderForStranger(
  { diary, chance }: HostileClient,
  shopper: Shopper,
  changes: FormFields = {},
): Promise<void> {
  const form = await shopper.fillInCheckout();
  if (!form) return;
  const sent: FormFields = {
    ...form,
    billing_email: `stranger${chance.whole(1, 9)}@${hostileDomain}`,
    order_comments: 'Buy pills',
    ...changes,
  };
  const attempt = addAttempt(diary, sent.request_key ?? '', shopper);
  attempt.sentCount += 1;
  try {
    recordAnswer(attempt, await shopper.placeOrder(sent));
  } catch {
    attempt.isUnanswered = true;
  }
}

/** Runs hostile clients that try everything that the shop limits, until `closing`. */
export async function runHostileClients(
  prey: HostileContext,
  clients: number,
  seed: number,
  pace: Pace,
  closing: AbortSignal,
): Promise<MisuseCounts> {
  const tried = new Map<string, number>();
  const live = async (index: number) => {
    const chance = createChance(seed, -100 - index);
    const client = { ...prey, chance, address: `198.51.100.${(index % 5) + 1}` };
    for (;;) {
      await pace.next();
      if (closing.aborted) return;
      const name = chance.pick(Object.keys(attacks));
      tried.set(name, (tried.get(name) ?? 0) + 1);
      // The shop may be down: it is killed meanwhile.
      await attacks[name]?.(client).catch(() => {});
      await sleep(chance.whole(50, 500), undefined, { signal: closing }).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => live(index)));
  return tried;
}
