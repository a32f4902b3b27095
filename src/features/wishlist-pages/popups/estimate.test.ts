import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { demoContactForms } from '#demo/contact-forms.ts';
import { contactFormSources, defineContactForms } from '#features/contact-forms/index.ts';
import { messageCommands } from '#features/contact-forms/messages/message-commands.ts';
import { getHoneypotName } from '#features/form-definitions/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper, readInputValue, type Shopper } from '#tests/support/shopper.ts';

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

async function startList(shop = app) {
  const shopper = newShopper(shop);
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

/** The inputs of the form of an estimate, as a script that serialises the form sends them. */
async function openForm(shopper: Shopper, token: string): Promise<Record<string, string>> {
  const { body } = await shopper.visit(`/wishlist/estimate?wishlist_id=${token}`);
  const [form = ''] = /<form[^>]*novalidate[\s\S]*?<\/form>/i.exec(body) ?? [];
  const inputs = [...form.matchAll(/<(?:input|textarea)[^>]*>/g)].map(([tag]) => tag);
  return Object.fromEntries(
    inputs.flatMap((tag) => {
      const [, name] = /\sname="([^"]*)"/.exec(tag) ?? [];
      return name === undefined ? [] : [[name, /\svalue="([^"]*)"/.exec(tag)?.[1] ?? '']];
    }),
  );
}

const ada = { 'your-name': 'Ada', 'your-email': 'ada@example.com' };

/** Puts more rows into a list. @param note of each */
const addRows = (token: string, { count, note = '' }: { readonly count: number; readonly note?: string }) =>
  database.db.execute(sql`insert into wishlist_items
    (wishlist_id, product_id, variation_id, product_name, addon_hash, quantity, position, was_available, added_at, note)
    select l.id, ${id}, ${id}, 'Ash', lpad(n::text, 43, '0'), 1, n + 1, true, now(), ${note}
    from wishlists l, generate_series(1, ${count}::int) n where l.token = ${token}`);

describe('an estimate', () => {
  it('[2.9/14] [G8] is asked for with a contact form whose popup shows the list that goes with it', async () => {
    const { shopper, path, token } = await startList();
    const list = (await shopper.visit(path)).body;
    expect(list).toContain('data-rel="prettyPhoto[ask_an_estimate]"');
    const { body } = await shopper.visit(`/wishlist/estimate?wishlist_id=${token}`);
    expect(body).toMatch(/<p class="wishlist-estimate__list">My wishlist \(list \d+\)\n12 × Ash<\/p>/);
    expect(body).toContain('Ask for an estimate of My wishlist');
    // By these classes scripts of a shop that moved here send the form and show its errors.
    expect(body).toMatch(
      /<form class="[^"]*wishlist-ask-an-estimate-popup[^"]*"(?:(?!<\/form>).)*class="popup-description"/s,
    );
    expect((await newShopper(app).visit(`/wishlist/estimate?wishlist_id=${token}`)).status, 'for others').toBe(404);
  });

  it('[7.6/14] by a call with the fields of the form stores the message with the list', async () => {
    const { shopper, token } = await startList();
    const reply = await ask(shopper, { ...(await openForm(shopper, token)), ...ada });
    expect(reply).toMatchObject({ result: true, template: expect.stringContaining(reply.message) });
    expect((await readMessages()).at(-1)).toMatch(
      /list (\d+)\)\\n12 × Ash", "Answer with a quote: http:\/\/[^/]+\/admin\/order-drafts\/from\/wishlist\/\1"/,
    );
  });

  it('[D13] sends a copy with the list to who asks, without the link for staff and what was typed', async () => {
    const { shopper, token } = await startList();
    const email = 'copy@example.com';
    const fields = { 'your-name': 'Visit evil.example', 'your-email': email, 'your-message': 'Buy at evil.example' };
    expect(await ask(shopper, { ...(await openForm(shopper, token)), ...fields })).toMatchObject({ result: true });
    expect((await runJobsNow(app.shop, listJobs(app.assembly))).failed).toEqual([]);
    const { rows } = await database.db.execute<{ to: string; text: string }>(
      sql`select recipient as "to", coalesce(html, '') || coalesce(plain, '') as text from platform.mail order by created_at`,
    );
    const [copy] = rows.filter(({ to }) => to === email);
    expect(copy?.text).toContain('Thank you for your list');
    expect(copy?.text).toContain('12 × Ash');
    expect(copy?.text).not.toMatch(/evil|\/admin\//);
    expect(rows.some(({ to, text }) => to !== email && text.includes('/admin/order-drafts/from/wishlist/'))).toBe(true);
  });

  it('names the list by its id, too', async () => {
    const { shopper, token } = await startList();
    const { rows } = await database.db.execute<{ id: string }>(sql`select id from wishlists where token = ${token}`);
    expect(await ask(shopper, { wishlist_id: String(rows[0]?.id), ...ada })).toMatchObject({ result: true });
    expect((await readMessages()).at(-1)).toContain('12 × Ash');
  });

  it('has the list when the form is sent without script, also after an error', async () => {
    const { shopper, token } = await startList();
    const form = await openForm(shopper, token);
    const send = async (fields: Readonly<Record<string, string>>) => {
      const data = new FormData();
      for (const [name, value] of Object.entries(fields)) data.set(name, value);
      return (await shopper.submitFiles('/contact-forms/6', data)).body;
    };
    const again = await send({ ...form, ...ada, 'your-email': 'ada' });
    expect(readInputValue(again, 'wishlist_id')).toBe(token);
    await send({ ...form, ...ada, wishlist_id: readInputValue(again, 'wishlist_id') });
    expect((await readMessages()).at(-1)).toContain('12 × Ash');
  });

  it('takes the notes of long lists, however long a field of the form may be', async () => {
    const { shopper, token } = await startList();
    const note = 'word '.repeat(88).trim();
    await addRows(token, { count: 29, note });
    expect(await ask(shopper, { ...(await openForm(shopper, token)), ...ada })).toMatchObject({ result: true });
    expect((await readMessages()).at(-1)?.split(note)).toHaveLength(30);
    const found = await database.db.execute<{ id: number }>(sql`select max(id)::int as id from contact_messages`);
    const shown = await runCommand(app.shop, messageCommands, 'messages show', [String(found.rows[0]?.id)]);
    expect(shown.text).toContain(note);
    expect(shown.text).toMatch(/\n\s*Answer with a quote: /);
  });

  it('says in the popup and in the message how many more rows the list has', async () => {
    const { shopper, token } = await startList();
    await addRows(token, { count: 201 });
    const said = '2 more items are not listed here.';
    const { body } = await shopper.visit(`/wishlist/estimate?wishlist_id=${token}`);
    expect(body).toContain(`1 × Ash\n${said}</p>`);
    expect(await ask(shopper, { wishlist_id: token, ...ada })).toMatchObject({ result: true });
    expect((await readMessages()).at(-1)).toContain(said);
    await database.db.execute(sql`update wishlist_items set note = repeat('n', 1000)`);
    expect(await ask(shopper, { wishlist_id: token, ...ada })).toMatchObject({ result: true });
    expect((await readMessages()).at(-1), 'of long rows').toMatch(/10\d more items are not listed here/);
  });

  it('[7.6/14] is a success when the message waits for staff and the sender is told that it arrived', async () => {
    const shop = await salesShop(database, {
      settings: { 'wishlist-pages': { estimateForm: 6 }, 'contact-forms': { minSeconds: 3 } },
      provides: providePort(contactFormSources, [defineContactForms(demoContactForms)]),
    });
    const { shopper, token } = await startList(shop);
    const fields = { wishlist_id: token, ...ada };
    const held = {
      result: true,
      message: expect.stringContaining('your message has arrived'),
      template: expect.any(String),
    };
    expect(await ask(shopper, fields), 'of a form that nobody opened').toMatchObject(held);
    expect(await ask(shopper, fields), 'sent again').toMatchObject(held);
    const { rows } = await database.db.execute(sql`select status from contact_messages order by id desc limit 1`);
    expect(rows).toEqual([{ status: 'quarantine' }]);
    const { formPrefix } = shop.shop.wire;
    const spam = await ask(shopper, { ...fields, 'your-name': 'Bot', [getHoneypotName(formPrefix)]: 'x' });
    expect(spam).toMatchObject({ result: false, message: expect.stringContaining('could not be sent') });
  });

  it('[8.5/2] is refused with a message when the form is wrong, or the list is somebody else’s', async () => {
    const { shopper, token } = await startList();
    const before = await readMessages();
    const wrong = await ask(shopper, { wishlist_id: token, ...ada, 'your-email': 'ada' });
    expect(wrong).toMatchObject({ result: false, message: expect.stringMatching(/\w/) });
    expect(wrong.template).toBeUndefined();
    const missing = { result: false, message: expect.stringContaining('no longer exists') };
    expect(await ask(newShopper(app), { wishlist_id: token, ...ada })).toMatchObject(missing);
    expect(await ask(shopper, { wishlist_id: 'kitchen', ...ada })).toMatchObject(missing);
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
