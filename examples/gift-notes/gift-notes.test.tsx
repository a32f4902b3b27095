import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listMigrationSets } from '#app/app.ts';
import { assembleFeatures } from '#app/assembly.ts';
import { checkoutPath } from '#features/checkout/contract.ts';
import { checkoutFields } from '#features/checkout/index.ts';
import { orderPath } from '#features/orders/contract.ts';
import { cancelOrder, getOrder, orderCancelled, orderDetails, orderPlaced } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { checkAssembly } from '#platform/features/assembly.ts';
import { handleEvent } from '#platform/features/events.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { visitorSignedIn } from '#platform/sessions/events.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { findTableDifferences } from '#tests/support/tables-match.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { giftNotesPath } from './contract.ts';
import { dropGiftNote, giftNoteField, giftNoteOfOrder, giftNotes, keepGiftNote } from './index.ts';
import * as tables from './tables.ts';

/** Everything that `shop.config.ts` needs for gift notes. */
const withGiftNotes = {
  features: [giftNotes],
  fills: [...fillSlot(checkoutFields, [giftNoteField]), ...fillSlot(orderDetails, [giftNoteOfOrder])],
  handles: [...handleEvent(orderPlaced, [keepGiftNote]), ...handleEvent(orderCancelled, [dropGiftNote])],
};

const database = useDatabase();
let app: App;
let failNext = false;

beforeAll(async () => {
  const failIfAsked = async () => {
    if (failNext) throw new Error('a later handler fails');
  };
  const handles = [...withGiftNotes.handles, ...handleEvent(orderPlaced, [failIfAsked])];
  app = await testShop(database, {
    choices: { ...withGiftNotes, handles },
    env: { LOG_LEVEL: 'silent', PAGE_CACHE_MB: '64' },
  });
});

/** Opens the checkout with a product in the cart. @returns its form with this note */
async function openCheckout(gift_note: string) {
  const shopper = newShopper(app);
  const product = await addProduct(app.shop, { stock: 3 });
  await shopper.addToCart(product);
  const { body } = await shopper.visit(checkoutPath);
  const form = await shopper.fillInCheckout();
  return { shopper, product, body, form: { ...form, payment_method: 'bank_transfer', gift_note } };
}

async function placeOrder(gift_note: string): Promise<{ shopper: Shopper; path: string }> {
  const { shopper, form } = await openCheckout(gift_note);
  const placed = await shopper.placeOrder(form);
  expect(placed.status).toBe(303);
  return { shopper, path: placed.location };
}

const readToken = (path: string) => path.replace(orderPath(''), '');

async function readNotes(): Promise<{ number: number; text: string }[]> {
  const { rows } = await database.pool.query(
    'select number, text from gift_notes left join orders on orders.id = order_id order by number',
  );
  return rows;
}

describe('a gift note', () => {
  it('is asked for in the checkout, kept with the order and shown on its page', async () => {
    const { body } = await openCheckout('');
    expect(body).toMatch(/<textarea[^>]*name="gift_note"/);
    const { shopper, path } = await placeOrder('Happy birthday,\r\nMaeve <3 & more');
    const page = await shopper.visit(path);
    expect(page.body).toContain('Your gift note');
    expect(page.body).toContain('Happy birthday,\nMaeve &lt;3 &amp; more');
    const { number } = (await getOrder(app.shop.db, { token: readToken(path) })) ?? {};
    expect(await readNotes()).toContainEqual({ number, text: 'Happy birthday,\nMaeve <3 & more' });
  });

  it('is optional', async () => {
    const before = await readNotes();
    const { shopper, path } = await placeOrder(' \0 ');
    expect((await shopper.visit(path)).body).not.toContain('Your gift note');
    expect(await readNotes()).toEqual(before);
  });

  it('that is too long is rejected beside its field; nothing is ordered, and the text stays', async () => {
    const before = await readNotes();
    const { shopper, product, form } = await openCheckout('x'.repeat(251));
    const refused = await shopper.placeOrder(form);
    expect(refused.body).toContain('“Gift note” can have at most 250 characters.');
    expect(refused.body).toMatch(
      /<textarea[^>]*aria-invalid="true"[^>]*name="gift_note"|name="gift_note"[^>]*aria-invalid/,
    );
    expect(refused.body).toContain('x'.repeat(251));
    expect(await readOnHand(app.shop.db, product)).toBe(3);
    expect(await readNotes()).toEqual(before);
    expect((await shopper.placeOrder({ ...form, gift_note: 'x'.repeat(250) })).status).toBe(303);
  });

  it('is in the transaction of its order: when another handler fails, nothing is stored', async () => {
    const before = await readNotes();
    const { shopper, product, form } = await openCheckout('Lost with its order');
    failNext = true;
    const failed = await shopper.placeOrder(form);
    failNext = false;
    expect(failed.status).toBe(500);
    expect(await readNotes()).toEqual(before);
    expect(await readOnHand(app.shop.db, product)).toBe(3);
    expect((await shopper.placeOrder(form)).status).toBe(303);
    expect(await readNotes()).toHaveLength(before.length + 1);
  });
});

describe('the page about gift notes', () => {
  const words = (count: number) =>
    count === 1 ? '1 card has been ordered so far.' : `${count} cards have been ordered so far.`;
  const count = async () => /<p>([^<]*ordered so far[^<]*)<\/p>/.exec((await app.http.inject(giftNotesPath)).body)?.[1];

  it('counts them from the page cache, and is rendered again when one is stored or deleted', async () => {
    await placeOrder('The first, if no other test ran');
    const { length } = await readNotes();
    const { statistics } = app.shop.pages;
    const fromCache = async () => {
      const { hits } = statistics;
      return [await count(), statistics.hits - hits];
    };
    await expect.poll(fromCache).toEqual([words(length), 1]);
    const { path } = await placeOrder('One more');
    await expect.poll(fromCache).toEqual([words(length + 1), 1]);
    const placed = await getOrder(app.shop.db, { token: readToken(path) });
    await inTransaction(app.shop.db, (tx) =>
      cancelOrder(app.shop, tx, { orderId: placed?.id ?? 0, by: 'shop', reason: 'by-shop' }),
    );
    await expect.poll(fromCache).toEqual([words(length), 1]);
  });

  it('shows no note', async () => {
    await placeOrder('Sentinel on a card');
    expect((await app.http.inject(giftNotesPath)).body).not.toContain('Sentinel');
  });
});

describe('the external feature', () => {
  it('declares its table as its migration creates it', async () => {
    expect(await findTableDifferences(Object.values(tables), database)).toEqual([]);
  });

  it('is wired by three lists of shop.config.ts', () => {
    expect(() => checkAssembly(assembleFeatures({ ...shopConfig, ...withGiftNotes }), [visitorSignedIn])).not.toThrow();
  });

  it('stops the start with a message that says what is missing', () => {
    const { features, ...wiring } = assembleFeatures({ ...shopConfig, ...withGiftNotes });
    const without = features.filter(({ name }) => name !== 'checkout');
    const check = () => checkAssembly({ features: without, ...wiring }, [visitorSignedIn]);
    expect(check).toThrow("feature 'gift-notes' needs 'checkout', which is not listed before it");
    expect(check).toThrow("slot 'checkout.fields' is filled, but no listed feature owns it");
  });
});

describe('the migrations of an external feature', () => {
  const empty = useDatabase({ empty: true });

  it('run after the shop’s own, each once', async () => {
    const sets = listMigrationSets(assembleFeatures({ ...shopConfig, ...withGiftNotes }));
    const { applied } = await migrate(empty, sets);
    expect(applied.at(-1)).toMatchObject({ owner: 'gift-notes', name: '0001_gift_notes.sql' });
    expect((await empty.pool.query('select * from gift_notes')).rows).toEqual([]);
    expect((await migrate(empty, sets)).applied).toEqual([]);
  });
});
