import { beforeAll, describe, expect, it } from 'vitest';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import { formatDocument } from '#features/documents/document-view.ts';
import { findDocument, findOrderDocuments } from '#features/documents/find-documents.ts';
import { issueDocumentsJob } from '#features/documents/issue/issue-job.ts';
import { composeOrderMails } from '#features/orders/emails/compose-order-mails.ts';
import { createOrderLink, getOrder, type Order, orderPath } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { payTestOrder, salesShop } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import type { App } from './app.ts';

const { database } = useDatabase();
let app: App;

beforeAll(async () => {
  app = await salesShop(database);
});

const readText = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

async function order(shopper: Shopper): Promise<Order> {
  const form = await shopper.fillInCheckout();
  if (!form) throw new Error('the cart can not be ordered');
  const placed = await shopper.placeOrder(form);
  const token = /\/order\/([\w-]{22,100})/.exec(String(placed.headers.location))?.[1] ?? '';
  const found = await getOrder(app.shop.db, { token });
  if (!found) throw new Error('no order');
  return found;
}

async function readMail(placed: Order): Promise<string> {
  const mails = composeOrderMails(app.shop, placed, { kind: 'placed' });
  return JSON.stringify(mails.map(({ content }) => content));
}

describe('a set', () => {
  const ids = { set: 0, mug: 0, tray: 0 };

  beforeAll(async () => {
    const published = { status: 'published' } as const;
    const save = async (name: string, more: object) =>
      (await saveTestProduct(app.shop, { ...published, name, ...more })).id;
    ids.mug = await save('Mug of a set', { master: { regularPrice: 1100 } });
    ids.tray = await save('Tray of a set', { master: { regularPrice: 2000 } });
    ids.set = await save('Breakfast for two', { type: 'grouped', grouped: [ids.mug, ids.tray] });
  });

  const addSet = (shopper: Shopper, more: Readonly<Record<string, string>> = {}) =>
    shopper.submit('/cart/add', {
      ...{ product_id: String(ids.set), [`quantity[${ids.mug}]`]: '2', [`quantity[${ids.tray}]`]: '1', ...more },
    });

  const countNames = (text: string) => text.split('Breakfast for two').length - 1;

  it('[D14] keeps its name in the cart, the checkout, the order, its mails, its invoice and the Store API', async () => {
    const shopper = newShopper(app);
    await addSet(shopper);
    expect(readText((await shopper.visit('/cart')).body)).toMatch(/Mug of a set .*?Part of Breakfast for two/);
    expect(countNames((await shopper.visit('/checkout')).body)).toBe(2);
    const { items } = JSON.parse((await shopper.visit('/api/st/store/v1/cart')).body);
    const set = { key: 'Part of', value: 'Breakfast for two', display: '' };
    expect(items).toMatchObject([
      { variation: [], item_data: [set] },
      { variation: [], item_data: [set] },
    ]);
    const placed = await order(shopper);
    expect(placed.lines.map(({ options }) => options)).toEqual([
      [{ name: 'Part of', value: 'Breakfast for two' }],
      [{ name: 'Part of', value: 'Breakfast for two' }],
    ]);
    const buyer = newShopper(app);
    await buyer.visit(createOrderLink(app.shop, placed));
    expect(countNames((await buyer.visit(orderPath(placed.token))).body)).toBe(2);
    expect(countNames(await readMail(placed))).toBeGreaterThanOrEqual(2);
    await payTestOrder(app.shop, placed);
    await runJobsNow(app.shop, [issueDocumentsJob]);
    const [invoice] = await findOrderDocuments(app.shop.db, placed.id);
    const found = invoice && (await findDocument(app.shop.db, invoice));
    expect(countNames(JSON.stringify(found && formatDocument(found.snapshot).items.rows))).toBe(2);
  });

  it('[D14] is a line of its own beside the same product alone, and more of the same set is added to it', async () => {
    const shopper = newShopper(app);
    await addSet(shopper);
    await shopper.addToCart(ids.mug);
    await addSet(shopper, { [`quantity[${ids.mug}]`]: '1' });
    const { body } = await shopper.visit('/cart');
    const quantities = [
      ...body.matchAll(/name="quantity\[[\w-]+\]"[^>]*value="(\d+)"|value="(\d+)"[^>]*name="quantity\[/g),
    ];
    expect(quantities.map(([, first, second]) => first ?? second)).toEqual(['3', '2', '1']);
    expect(countNames(readText(body))).toBe(2);
  });

  it('[D14] is named by nobody who sends the number of a product that is no set, or not theirs', async () => {
    const other = await saveTestProduct(app.shop, {
      status: 'published',
      name: 'Another set',
      type: 'grouped',
      grouped: [ids.tray],
    });
    const shopper = newShopper(app);
    await addSet(shopper, { product_id: String(other.id), [`quantity[${ids.tray}]`]: '0' });
    await addSet(shopper, { product_id: String(ids.tray), [`quantity[${ids.tray}]`]: '0' });
    const { body } = await shopper.visit('/cart');
    expect(body).toContain('Mug of a set');
    expect(body).not.toContain('Another set');
    expect(body).not.toContain('Part of');
  });

  it('[D14] leaves its members in the cart when it is deleted, without its name', async () => {
    const set = await saveTestProduct(app.shop, {
      status: 'published',
      name: 'Short-lived',
      type: 'grouped',
      grouped: [ids.mug],
    });
    const shopper = newShopper(app);
    await shopper.submit('/cart/add', { product_id: String(set.id), [`quantity[${ids.mug}]`]: '1' });
    expect((await shopper.visit('/cart')).body).toContain('Short-lived');
    const { pool } = database;
    await pool.query('delete from products where id = $1', [set.id]);
    const { body } = await shopper.visit('/cart');
    expect(body).toContain('Mug of a set');
    expect(body).not.toContain('Short-lived');
  });
});

describe('an event with a choice of days', () => {
  it.each([
    ['at one time', ['10:00', '10:00'], 1],
    ['at different times', ['10:00', '14:00'], 2],
  ])('[D14] says its dates once: %s', async (name, times, listed) => {
    const days = ['2096-12-08', '2096-12-15'];
    const [day = 0, terms] = await inTransaction(app.shop.db, async (tx) => {
      const [attributeId = 0] = (await ensureAttributes(tx, [{ name: `Day ${name}`, productId: null }])).values();
      const named = ['Saturday 8 December', 'Saturday 15 December'].map((term) => ({ attributeId, name: term }));
      return [attributeId, [...(await ensureTerms(tx, named)).values()]] as const;
    });
    const { variationIds, id } = await saveTestProduct(app.shop, {
      ...{ name: 'Wheel day', slug: `wheel-${listed}`, status: 'published', type: 'variable' },
      attributes: [{ attributeId: day, terms }],
      variations: days.map((date, index) => ({
        terms: [{ attributeId: day, termId: terms[index] ?? null }],
        ...{ regularPrice: 14_500, virtual: true, eventTimeZone: 'Europe/Dublin', eventPlace: 'The sail loft' },
        eventStartsAt: new Date(`${date}T${times[index]}:00Z`),
        eventEndsAt: new Date(`${date}T16:00:00Z`),
      })),
    });
    const shopper = newShopper(app);
    const page = readText(
      (await shopper.visit(`/product/wheel-${listed}`)).body.replace(/<script[\s\S]*?<\/script>/g, ''),
    );
    expect(page.split('The sail loft').length - 1).toBe(listed);
    if (listed === 1) expect(page.split('8 December').length - 1).toBe(1);
    await shopper.submit('/cart/add', { product_id: String(id), variation_id: String(variationIds[0]) });
    const cart = readText((await shopper.visit('/cart')).body);
    expect(cart).toMatch(/Saturday 8 December When 10:00\s*[–-]\s*16:00 GMT Where The sail loft/u);
    const placed = await order(shopper);
    const buyer = newShopper(app);
    await buyer.visit(createOrderLink(app.shop, placed));
    const shown = readText((await buyer.visit(orderPath(placed.token))).body);
    expect(shown.split('8 December').length - 1).toBe(1);
    expect(shown.split('The sail loft').length - 1).toBe(1);
    expect(shown).toContain('Add to calendar');
  });
});
