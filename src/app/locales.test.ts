import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { findDocument, findOrderDocuments } from '#features/documents/find-documents.ts';
import { issueDocumentsJob } from '#features/documents/issue/issue-job.ts';
import { savePreferences } from '#features/email-preferences/preferences.ts';
import { orderMailJob } from '#features/orders/emails/order-mail-job.ts';
import { getOrder } from '#features/orders/index.ts';
import { createList } from '#features/wishlists/index.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createCustomer, payTestOrder, placeTestOrder, salesShop } from '#tests/support/sales.ts';
import type { App } from './app.ts';

const { database } = useDatabase();
let app: App;

beforeAll(async () => {
  app = await salesShop(database);
});

const select = async (query: string, values: unknown[] = []) => (await database.pool.query(query, values)).rows;

describe('the locale of the shop', () => {
  it('is stored with what is made for somebody', async () => {
    const { shop } = app;
    const { customer, owner } = await createCustomer(shop);
    await createList(shop, shop.db, owner, { name: 'Kitchen', privacy: 2 });
    await savePreferences(shop, shop.db, customer.id, { kinds: ['wishlist-news'], wanted: [] });
    const order = await placeTestOrder(shop, [[await addProduct(shop, { price: 123_456 }), 1]]);
    await payTestOrder(shop, order);
    await runJobsNow(shop, [issueDocumentsJob, orderMailJob]);
    expect(order.locale).toBe('en-GB');
    for (const table of [
      'carts',
      'orders',
      'customers',
      'wishlists',
      'email_preferences',
      'documents',
      'platform.mail',
    ])
      expect([table, await select(`select distinct locale from ${table}`)]).toEqual([table, [{ locale: 'en-GB' }]]);
  });

  it.each(['', 'en_GB', 'e', 'en-GB '])('is a language tag, not %j', async (locale) => {
    const add = select(`insert into customers (email, locale) values ('x@example.com', $1)`, [locale]);
    await expect(add).rejects.toMatchObject({ constraint: 'locale_check' });
  });
});

describe('an order of another locale', () => {
  it('has mails and documents in it, and the shop is told in its own', async () => {
    const { shop } = app;
    const placed = await placeTestOrder(shop, [[await addProduct(shop, { price: 123_456 }), 1]]);
    await shop.db.execute(sql`update orders set locale = 'de-DE' where id = ${placed.id}`);
    const order = await getOrder(shop.db, { id: placed.id });
    if (!order) throw new Error('no order');
    await payTestOrder(shop, order);
    await runJobsNow(shop, [issueDocumentsJob, orderMailJob]);
    const mails = await select(
      `select split_part(id, ':', 3) as name, locale, html, plain, subject from platform.mail where id like $1 order by id`,
      [`order:${order.number}:%`],
    );
    const find = (name: string) => mails.find((mail) => mail.name === name);
    expect(find('confirmation')).toMatchObject({
      ...{ locale: 'de-DE', html: expect.stringContaining('<html lang="de-DE"') },
      plain: expect.stringContaining('1.239,56\u00a0€'),
    });
    expect(find('owner')).toMatchObject({
      ...{ locale: 'en-GB', html: expect.stringContaining('<html lang="en-GB"') },
      ...{ plain: expect.stringContaining('€1,239.56'), subject: expect.stringContaining('€1,239.56') },
    });
    const [invoice] = await findOrderDocuments(shop.db, order.id);
    const document = await findDocument(shop.db, { id: invoice?.id ?? 0 });
    expect(document?.snapshot.locale).toBe('de-DE');
    expect(await select('select locale from documents where order_id = $1', [order.id])).toEqual([{ locale: 'de-DE' }]);
    expect(shop.inLocale('en-GB')).toBe(shop);
    expect(shop.inLocale('de-DE')).toBe(shop.inLocale('de-DE'));
  });
});
