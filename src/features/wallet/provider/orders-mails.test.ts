import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { refundTestOrder } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { type WalletPayment, type WalletShop, walletShop } from '#tests/support/wallet-shop.ts';

const { database } = useDatabase({ connections: 12 });
let wallet: WalletShop;

beforeAll(async () => {
  wallet = await walletShop(database);
});

interface PaidOrder extends WalletPayment {
  readonly shopper: Shopper;
  /** The provider's id of the capture. */
  readonly capture: string;
}

async function placePaid(): Promise<PaidOrder> {
  const payment = await wallet.placeOrder();
  await wallet.approve(payment);
  await wallet.trigger('return', payment);
  await wallet.runJobs();
  const [capture] = wallet.sandbox.control.readBook(payment.reference).captures;
  return { ...payment, shopper: newShopper(wallet.app), capture: capture?.id ?? 'none' };
}

const toText = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

async function readPage({ shopper, publicId }: PaidOrder): Promise<string> {
  const { location } = await shopper.visit(`/checkout/payment/${publicId}`);
  return toText((await shopper.visit(location)).body);
}

async function listMails({ number }: PaidOrder, name: string): Promise<string[]> {
  const { rows } = await wallet.app.shop.db.execute<{ plain: string }>(
    sql`select plain from platform.mail where id like ${`order:${number}:${name}%`} order by created_at`,
  );
  return rows.map(({ plain }) => toText(plain));
}

async function readFacts({ orderId }: PaidOrder, kind: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await wallet.app.shop.db.execute<{ label: string; value: string }>(
    sql`select f->>'label' as label, f->>'value' as value from documents d, jsonb_array_elements(d.snapshot->'facts') f
      where d.order_id = ${orderId} and d.kind = ${kind}`,
  );
  return Object.fromEntries(rows.map(({ label, value }) => [label, value]));
}

async function listHistory({ orderId }: PaidOrder): Promise<string[]> {
  const { rows } = await wallet.app.shop.db.execute<{ text: string }>(
    sql`select text from order_history where order_id = ${orderId} and text like 'dispute%' order by id`,
  );
  return rows.map(({ text }) => text);
}

describe('an order that was paid with the wallet', () => {
  it('names the wallet and the transaction on its page, in its mails and on its invoice', async () => {
    const paid = await placePaid();
    expect(paid.capture).toMatch(/^[0-9A-Z]{17}$/);
    expect(await readPage(paid)).toContain(`Payment Test wallet Transaction ${paid.capture}`);
    for (const name of ['confirmation', 'owner']) {
      const [mail] = await listMails(paid, name);
      expect(mail).toContain('Test wallet');
      expect(mail).toContain(paid.capture);
    }
    expect(await readFacts(paid, 'invoice')).toMatchObject({
      Payment: expect.stringMatching(/^Test wallet, paid on /),
      Transaction: paid.capture,
    });
  });

  it('says with a refund how many days it takes: in the mail, on the page and on the credit note', async () => {
    const paid = await placePaid();
    await refundTestOrder(wallet.app.shop, { id: paid.orderId }, { amount: 500 });
    await wallet.trigger('return', paid);
    await wallet.runJobs();
    const [mail] = await listMails(paid, 'refunded');
    const days = 'It can take up to 5 days for the money to arrive.';
    for (const text of [days, 'Test wallet', paid.capture]) expect(mail).toContain(text);
    expect(await readPage(paid)).toContain(`We have refunded €5.00 to you (Test wallet). ${days}`);
    expect(await readFacts(paid, 'credit-note')).toMatchObject({
      ...{ Payment: 'Test wallet, arrives within 5 days', Transaction: paid.capture },
    });
  });
});

describe('a dispute in the wallet', () => {
  it.each([
    { to: 'SELLER', outcome: 'won', refunded: 0 },
    { to: 'BUYER', outcome: 'lost', refunded: 1500 },
  ] as const)(
    'that the shop has $outcome is in the history and mailed once for each state that matters',
    async ({ to, outcome, refunded }) => {
      const paid = await placePaid();
      const id = await wallet.sandbox.control.openDispute(paid.capture);
      for (let count = 0; count < 2; count += 1) await wallet.trigger('return', paid);
      await wallet.sandbox.control.moveDispute(id, 'REVIEW');
      await wallet.runJobs();
      await wallet.trigger('return', paid);
      expect(await listHistory(paid)).toEqual([`dispute ${id} of €15.00 with Test wallet: opened`]);
      await wallet.sandbox.control.moveDispute(id, to);
      for (let count = 0; count < 2; count += 1) await wallet.trigger('return', paid);
      expect(await wallet.readOutcome(paid)).toMatchObject({ order: { refunded_total: refunded }, requested: 0 });
      expect((await listHistory(paid)).map((text) => text.split(': ')[1])).toEqual(['opened', outcome]);
      const mails = await listMails(paid, 'dispute-');
      expect(mails).toHaveLength(2);
      expect(mails.join()).toContain(`You have ${outcome} the dispute`);
    },
  );
});
