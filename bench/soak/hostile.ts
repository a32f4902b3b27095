import { setTimeout as sleep } from 'node:timers/promises';
import { type Chance, createChance } from '#tests/chance.ts';
import { exchange } from '#tests/fuzz/exchange.ts';
import { type Corpus, randomSending } from '#tests/fuzz/generate.ts';
import {
  type Answer,
  addToCart,
  type Fields,
  fillInCheckout,
  newShopper,
  orderTokenOf,
  placeOrder,
  type Shopper,
  visit,
} from '#tests/shopper.ts';
import { type Diary, newAttempt } from './diary.ts';
import type { Ware } from './wares.ts';

interface Prey {
  readonly url: string;
  readonly wares: readonly Ware[];
  readonly diary: Diary;
}

interface Client extends Prey {
  readonly chance: Chance;
  /** A few addresses that all hostile clients share. */
  readonly address: string;
}

/** How often each kind of misuse was tried. */
export type Misuse = ReadonlyMap<string, number>;

type Attack = (client: Client) => Promise<void>;

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
    { method: 'POST', path: '/checkout' },
  ],
  names: ['action', 'product_id', 'quantity', 'billing_email', 'request_key', 'query', 'min', 'orderby'],
  slugs: ['bowl', 'mug', 'plate'],
};

const attacks: Readonly<Record<string, Attack>> = {
  'broken requests': async ({ url, chance }) => {
    for (let at = 0; at < 10; at += 1) await exchange(new URL(url), randomSending(chance, corpus));
  },
  'too many parameters': async ({ url, address }) => {
    const query = Array.from({ length: 501 }, (_, at) => at).join('&');
    await visit(newShopper(address), `${url}/cart?${query}`);
  },
  'orders of as much as there is': async (client) => {
    // Each time a visitor that nobody knows, and an address of somebody else.
    const shopper = newShopper(client.address);
    const { productId, variationId } = client.chance.pick(client.wares);
    await addToCart(shopper, client.url, productId, 100, { variation_id: String(variationId) });
    await addToCart(shopper, client.url, productId, client.chance.whole(1, 30), { variation_id: String(variationId) });
    await orderForStranger(client, shopper);
  },
  'carts of nobody': async ({ url, address }) => {
    for (let at = 0; at < 20; at += 1) await addToCart(newShopper(address), url, 999_999);
  },
  'junk searches': async ({ url, chance, address }) => {
    for (let at = 0; at < 10; at += 1) {
      const junk = `junk${chance.whole(0, 1_000_000)}`;
      await visit(newShopper(address), `${url}/search?s=${junk}`);
    }
  },
  'a crowd of renders': async ({ url, chance, address }) => {
    const pages = Array.from({ length: 40 }, () => `${url}/shop?min=${chance.whole(1, 1000)}`);
    await Promise.all(pages.map((page) => visit(newShopper(address), page)));
  },
};

/** @param client sends free text to an address of somebody else */
async function orderForStranger({ url, diary, chance }: Client, shopper: Shopper): Promise<void> {
  const form = await fillInCheckout(shopper, url);
  if (!form) return;
  const sent: Fields = {
    ...form,
    billing_email: `stranger${chance.whole(1, 9)}@hostile.example`,
    order_comments: 'Buy pills',
  };
  const attempt = newAttempt(diary, sent.request_key ?? '');
  attempt.sent += 1;
  try {
    note(attempt, await placeOrder(shopper, url, sent));
  } catch {
    attempt.unanswered = true;
  }
}

function note(attempt: ReturnType<typeof newAttempt>, answer: Answer): void {
  const token = orderTokenOf(answer);
  if (token !== null) attempt.tokens.add(token);
  else if (answer.status < 500) attempt.refusal = `${answer.status} ${answer.location}`.trim();
  else attempt.unanswered = true;
}

/** So many clients misuse the shop in every way that it limits, until `closing`. */
export async function misuse(prey: Prey, clients: number, seed: number, closing: AbortSignal): Promise<Misuse> {
  const tried = new Map<string, number>();
  const live = async (at: number) => {
    const chance = createChance(seed, -100 - at);
    const client = { ...prey, chance, address: `198.51.100.${(at % 5) + 1}` };
    while (!closing.aborted) {
      const name = chance.pick(Object.keys(attacks));
      tried.set(name, (tried.get(name) ?? 0) + 1);
      // The shop may be down: somebody kills it meanwhile.
      await attacks[name]?.(client).catch(() => {});
      await sleep(chance.whole(50, 500), undefined, { signal: closing }).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, at) => live(at)));
  return tried;
}
