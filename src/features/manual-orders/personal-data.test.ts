import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { inTransaction } from '#platform/database/database.ts';
import { type ActingCustomer, createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createCustomer, homeAddress, salesShop, testClock } from '#tests/support/sales.ts';
import { findDraft, placeDraft, saveDraft } from './drafts.ts';
import { manualOrderSchema } from './order-file.ts';
import { draftData, purgeDrafts } from './personal-data.ts';
import { acceptQuote, sendQuote } from './quotes/quotes.ts';

const { database } = useDatabase();
const clock = testClock();
const dayMs = 24 * 60 * 60 * 1000;
let app: App;
let mug: number;

beforeAll(async () => {
  app = await salesShop(database, { clock });
  mug = await addProduct(app.shop, { name: 'Mug', price: 1000 });
});

const toInput = (content: Readonly<Record<string, unknown>>) =>
  manualOrderSchema.parse({
    ...{ email: 'ada@example.com', billing: homeAddress, lines: [{ variationId: mug, quantity: 1 }] },
    ...content,
  });
/** With an entry in the audit, as the form makes one. */
const add = (content: Readonly<Record<string, unknown>> = {}) =>
  inTransaction(app.shop.db, async (tx) => {
    const id = await saveDraft(app.shop, tx, toInput(content), { id: null, by: 'shop' });
    const after = { note: 'sentinel' };
    await recordAudit(tx, createSystemActor('shop'), {
      ...{
        subject: { kind: 'order-draft', id, label: String(id) },
        action: 'manual-orders.save-draft',
        before: null,
        after,
      },
    });
    return id;
  });
const send = async (draftId: number, days = 7) => {
  const validUntil = new Date(clock.now().getTime() + days * dayMs);
  const sent = await inTransaction(app.shop.db, (tx) => sendQuote(app.shop, tx, { draftId, validUntil, message: '' }));
  return sent.ok ? sent.token : '';
};
const read = (customer: ActingCustomer) => draftData.read(app.shop, app.shop.db, customer);
const erase = (customer: ActingCustomer) =>
  inTransaction(app.shop.db, (tx) => draftData.erase?.(app.shop, tx, customer) ?? Promise.resolve());
const readAudit = async (id: number) => {
  const { rows } = await app.shop.db.execute<{ after: unknown }>(
    sql`select after from platform.audit_entries where subject_kind = 'order-draft' and subject_id = ${String(id)}`,
  );
  return rows.map(({ after }) => after);
};

describe('drafts and quotes of a customer', () => {
  it('are those of the account, and those without one for an address that is proved', async () => {
    const { customer } = await createCustomer(app.shop);
    const proved = { ...customer, isEmailVerified: true };
    const own = await add({ customerId: customer.id, internalNote: 'Haggles' });
    const guest = await add({ email: customer.email.toUpperCase() });
    const stranger = await add();
    expect(await read({ ...customer, isEmailVerified: false })).toMatchObject([{ quote: own }]);
    const found = await read(proved);
    expect(found).toMatchObject([{ quote: own }, { quote: guest }]);
    expect(JSON.stringify(found)).not.toContain('Haggles');
    await erase(proved);
    expect([await findDraft(app.shop.db, own), await findDraft(app.shop.db, guest)]).toEqual([null, null]);
    expect(await readAudit(guest)).toEqual([null]);
    expect(await findDraft(app.shop.db, stranger)).not.toBeNull();
  });

  it('are forgotten as what was sent, when the draft is for somebody else by now', async () => {
    const { customer } = await createCustomer(app.shop);
    const id = await add({ customerId: customer.id, email: customer.email });
    const token = await send(id);
    await saveDraft(app.shop, app.shop.db, toInput({ email: 'bob@example.com' }), { id, by: 'shop' });
    expect(await read(customer)).toMatchObject([{ quote: id, order: null, offered: { email: customer.email } }]);
    await erase(customer);
    expect(await findDraft(app.shop.db, id)).toMatchObject({ input: { email: 'bob@example.com' }, quote: null });
    expect(await acceptQuote(app.shop, token)).toEqual({ ok: false, code: 'not_found' });
  });
});

describe('old drafts', () => {
  it('are erased after their days, quotes after their last day, and deleted ones after a week, with their audit', async () => {
    const [old, quoted, deleted, ordered] = [await add(), await add(), await add(), await add()];
    const token = await send(quoted, 100);
    await inTransaction(app.shop.db, (tx) =>
      placeDraft(app.shop, tx, ordered, { by: 'shop', payment: { kind: 'account' } }),
    );
    await app.shop.db.execute(sql`update order_drafts set deleted_at = ${clock.now()} where id = ${deleted}`);
    const left = async () => {
      await purgeDrafts(app.shop);
      const all = await Promise.all([old, quoted, deleted, ordered].map((id) => findDraft(app.shop.db, id)));
      return all.map((draft) => draft !== null);
    };
    expect(await left()).toEqual([true, true, true, true]);
    clock.forward(8 * dayMs);
    expect(await left()).toEqual([true, true, false, true]);
    clock.forward(173 * dayMs);
    const fresh = await add();
    expect(await left()).toEqual([false, true, false, false]);
    expect(
      (await app.shop.db.execute(sql`select from orders where request_key = ${`draft-of-order-${ordered}`}`)).rowCount,
    ).toBe(1);
    expect(await readAudit(old)).toEqual([null]);
    clock.forward(100 * dayMs);
    expect(await left()).toEqual([false, false, false, false]);
    expect(await acceptQuote(app.shop, token)).toEqual({ ok: false, code: 'not_found' });
    expect(await findDraft(app.shop.db, fresh)).not.toBeNull();
  });
});
