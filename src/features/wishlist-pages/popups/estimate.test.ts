import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { demoContactForms } from '#demo/contact-forms.ts';
import { contactFormSources, defineContactForms } from '#features/contact-forms/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';

const { database } = useDatabase();
let app: App;
let id = 0;

beforeAll(async () => {
  app = await salesShop(database, {
    settings: { 'wishlist-pages': { estimateForm: 6 }, 'contact-forms': { minSeconds: 0 } },
    provides: providePort(contactFormSources, [defineContactForms(demoContactForms)]),
  });
  id = await addProduct(app.shop, { name: 'Ash' });
});

async function startList() {
  const shopper = newShopper(app);
  const { location } = await shopper.submit('/wishlist/add', { product_id: String(id), quantity: '12' });
  return { shopper, path: location, token: location.slice(-22) };
}

const ask = async (shopper: Shopper, fields: Readonly<Record<string, string>>) => {
  const { body: globals } = await shopper.visit('/compat.js');
  const [, nonce = ''] = /"ask_an_estimate_nonce":"([^"]*)"/.exec(globals) ?? [];
  const call = { action: 'ask_an_estimate', context: 'frontend', nonce, ...fields };
  return (await shopper.submit('/ajax/wishlist', call)).json();
};

const readMessages = async () =>
  (await database.db.execute<{ fields: string }>(sql`select fields::text from contact_messages order by id`)).rows.map(
    ({ fields }) => fields,
  );

describe('an estimate', () => {
  it('[2.9/14] is asked for with a contact form that has the list in it', async () => {
    const { shopper, path, token } = await startList();
    const list = (await shopper.visit(path)).body;
    expect(list).toContain('data-rel="prettyPhoto[ask_an_estimate]"');
    const { body } = await shopper.visit(`/wishlist/estimate?wishlist_id=${token}`);
    expect(body).toMatch(/<textarea[^>]*name="wishlist"[^>]*>\s*My wishlist \(list \d+\)\n12 × Ash<\/textarea>/);
    expect(body).toContain('Ask for an estimate of My wishlist');
    expect((await newShopper(app).visit(`/wishlist/estimate?wishlist_id=${token}`)).status, 'for others').toBe(404);
  });

  it('[7.6/14] by a call stores and mails the message with the shop’s own words about the list', async () => {
    const { shopper, token } = await startList();
    const fields = { wishlist_id: token, 'your-name': 'Ada', 'your-email': 'ada@example.com', wishlist: '1 × Forged' };
    const reply = await ask(shopper, fields);
    expect(reply).toMatchObject({ result: true, template: expect.stringContaining(reply.message) });
    const message = (await readMessages()).at(-1) ?? '';
    expect(message).toContain('12 × Ash');
    expect(message).not.toContain('Forged');
  });

  it('says in the popup and in the message how many more rows the list has', async () => {
    const { shopper, token } = await startList();
    await database.db.execute(sql`insert into wishlist_items
      (wishlist_id, product_id, variation_id, product_name, addon_hash, quantity, position, was_available, added_at)
      select l.id, ${id}, ${id}, 'Ash', lpad(n::text, 43, '0'), 1, n + 1, true, now()
      from wishlists l, generate_series(1, 201) n where l.token = ${token}`);
    const said = '2 more items of the list are not named here.';
    const { body } = await shopper.visit(`/wishlist/estimate?wishlist_id=${token}`);
    expect(body).toContain(`1 × Ash\n${said}</textarea>`);
    const reply = await ask(shopper, { wishlist_id: token, 'your-name': 'Ada', 'your-email': 'ada@example.com' });
    expect(reply).toMatchObject({ result: true });
    expect((await readMessages()).at(-1)).toContain(said);
  });

  it('[8.5/2] is refused with a message when the form is wrong, or the list is somebody else’s', async () => {
    const { shopper, token } = await startList();
    const before = await readMessages();
    const wrong = await ask(shopper, { wishlist_id: token, 'your-name': 'Ada', 'your-email': 'ada' });
    expect(wrong).toMatchObject({ result: false, message: expect.stringMatching(/\w/) });
    expect(wrong.template).toBeUndefined();
    const complete = { wishlist_id: token, 'your-name': 'Ada', 'your-email': 'ada@example.com' };
    expect(await ask(newShopper(app), complete)).toMatchObject({ result: false });
    expect(await readMessages()).toEqual(before);
  });

  it('is not offered by a shop without the form', async () => {
    const shop = await salesShop(database, { settings: { 'wishlist-pages': {} } });
    const shopper = newShopper(shop);
    const { location } = await shopper.submit('/wishlist/add', { product_id: String(id) });
    expect((await shopper.visit(location)).body).not.toContain('ask_an_estimate');
    expect((await shopper.visit(`/wishlist/estimate?wishlist_id=${location.slice(-22)}`)).status).toBe(404);
  });
});
