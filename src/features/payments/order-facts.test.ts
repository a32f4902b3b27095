import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { type PlacedPayment, type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { payTestOrder, placeTestOrder, refundTestOrder, salesPayments } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { settleOrderPayments } from './index.ts';

const { database } = useDatabase({ connections: 12 });
const day = 24 * 60 * 60 * 1000;
let remote: RemotePaymentShop;
let paid: PlacedPayment;
let capture: string;
let shopper: Shopper;

beforeAll(async () => {
  remote = await remotePaymentShop(database, { payments: salesPayments });
  shopper = newShopper(remote.app);
  paid = await remote.placeOrder();
  remote.server.approve(paid.publicId);
  await remote.trigger('return', paid);
  capture =
    remote.server.books.get(paid.publicId)?.transactions.find(({ kind }) => kind === 'capture')?.reference ?? 'none';
  await remote.runJobs();
});
afterAll(() => remote.stop());

async function readMail({ number }: Pick<PlacedPayment, 'number'>, name: string): Promise<string> {
  const { rows } = await remote.app.shop.db.execute<{ plain: string }>(
    sql`select plain from platform.mail where id like ${`order:${number}:${name}%`}`,
  );
  return rows.map(({ plain }) => plain).join('\n');
}

async function readFacts({ orderId }: PlacedPayment, kind: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await remote.app.shop.db.execute<{ facts: { label: string; value: string }[] }>(
    sql`select snapshot->'facts' as facts from documents where order_id = ${orderId} and kind = ${kind}`,
  );
  return Object.fromEntries(rows.flatMap(({ facts }) => facts).map(({ label, value }) => [label, value]));
}

async function readOrderPage(payment: PlacedPayment): Promise<string> {
  const { location } = await shopper.visit(`/checkout/payment/${payment.publicId}`);
  return (await shopper.visit(location)).body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

describe('an order that was paid at a provider', () => {
  it('names the payment method and the transaction on its page, in both mails and on the invoice', async () => {
    expect(await readOrderPage(paid)).toContain(`Payment Test card Transaction ${capture}`);
    for (const mail of ['confirmation', 'owner']) {
      const text = await readMail(paid, mail);
      expect(text).toContain('Test card');
      expect(text).toContain(capture);
    }
    const facts = await readFacts(paid, 'invoice');
    expect(facts.Payment).toMatch(/^Test card, paid on /);
    expect(facts.Transaction).toBe(capture);
  });

  it('shows staff all transactions of its providers', async () => {
    const commands = remote.app.assembly.features.flatMap((feature) => feature.commands ?? []);
    const shown = await runCommand(remote.app.shop, commands, 'orders show', [String(paid.number)]);
    expect(shown.text).toContain(`Test card: capture €15.00 succeeded, ${capture}`);
    expect(shown.data).toMatchObject({
      transactions: [{ kind: 'authorize' }, { kind: 'capture', reference: capture }],
    });
  });

  it('says how long a refund takes in its mail, on the credit note, and on the page until the money has arrived', async () => {
    expect(await readOrderPage(paid)).not.toContain('given');
    await refundTestOrder(remote.app.shop, { id: paid.orderId }, { amount: 500 });
    await settleOrderPayments(remote.app.shop, paid.orderId);
    await remote.runJobs();
    const mail = (await readMail(paid, 'refunded')).replace(/\s+/g, ' ');
    expect(mail).toContain('It can take up to 5 days for the money to arrive.');
    expect(mail).toContain('Test card');
    expect(mail).toContain(capture);
    const facts = await readFacts(paid, 'credit-note');
    expect(facts).toMatchObject({ Payment: 'Test card, arrives within 5 days', Transaction: capture });
    const given = 'We have refunded €5.00 to you (Test card).';
    expect(await readOrderPage(paid)).toContain(`${given} It can take up to 5 days for the money to arrive.`);
    remote.clock.forward(6 * day);
    expect(await readOrderPage(paid)).not.toContain(given);
  });
});

it('an order that was paid by transfer names no transaction, and promises nothing of its refund', async () => {
  const { shop } = remote.app;
  const order = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
  await payTestOrder(shop, order);
  await refundTestOrder(shop, order, { amount: 500 });
  await remote.runJobs();
  for (const name of ['paid', 'refunded']) {
    const mail = await readMail(order, name);
    expect(mail).toContain('€5.00');
    expect(mail).not.toMatch(/Transaction|It can take/);
  }
  expect(await readFacts({ orderId: order.id } as PlacedPayment, 'credit-note')).not.toHaveProperty('Transaction');
});
