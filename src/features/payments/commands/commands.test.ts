import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { runCommand } from '#tests/support/run-command.ts';

const { database } = useDatabase();
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
afterAll(() => remote.stop());

type Options = Readonly<Record<string, string | boolean>>;

function run(name: string, args: readonly string[] = [], options: Options = {}) {
  const commands = remote.app.assembly.features.flatMap((feature) => feature.commands ?? []);
  return runCommand(remote.app.shop, commands, name, args, options);
}

async function findPaymentId(orderNumber: number): Promise<string> {
  const { data } = await run('payments list', [], { order: String(orderNumber) });
  return String((data as { payments: { id: number }[] }).payments[0]?.id);
}

describe('shop payments', () => {
  it('lists, shows and settles a payment', async () => {
    const payment = await remote.placeOrder();
    const id = await findPaymentId(payment.number);
    expect((await run('payments list')).text).toContain('test_card requires_action €15.00');
    expect((await run('payments show', [id])).text).toContain(`Payment ${id}: requires action`);
    remote.server.approve(payment.publicId);
    const synced = await run('payments sync', [id]);
    expect(synced).toMatchObject({ code: 0, data: { state: 'captured', captured: 1500 } });
    expect(synced.text).toMatch(/authorize €15.00 succeeded .*by test_card\n.*capture €15.00 succeeded .*by job/);
    expect((await run('payments sync', ['999999'])).code).toBe(1);
    expect((await run('payments show', ['x'])).code).toBe(2);
    expect((await run('payments list', [], { page: '0' })).code).toBe(2);
  });

  it('tells when the provider does not answer', async () => {
    const payment = await remote.placeOrder();
    remote.server.fail('state', 'refuse-connection');
    const answer = await run('payments sync', [await findPaymentId(payment.number)]);
    expect(answer).toMatchObject({ code: 1, data: { ok: false, code: 'PAYMENT_NOT_SETTLED' } });
    expect(answer.warnings).toContain('Try again later');
  });
});

describe('shop payments, of what waits', () => {
  const listIds = async (options: Options) =>
    ((await run('payments list', [], options)).data as { payments: { id: number }[] }).payments.map(({ id }) => id);

  it('lists and settles all that is not at its end, and says what it waits for', async () => {
    const [paid, waiting] = [await remote.placeOrder(), await remote.placeOrder()];
    const ids = [Number(await findPaymentId(paid.number)), Number(await findPaymentId(waiting.number))];
    expect(await listIds({ unsettled: true })).toEqual(expect.arrayContaining(ids));
    const shown = await run('payments show', [String(ids[0])]);
    expect(shown.text).toContain('It waits for the shopper to agree.');
    expect(shown.data).toMatchObject({ waitsFor: 'the shopper to agree', events: [] });
    expect(shown.data).not.toHaveProperty('nextAction');
    remote.server.approve(paid.publicId);
    const synced = await run('payments sync', [], { unsettled: true });
    expect(synced).toMatchObject({ code: 0, data: { failed: [], waiting: expect.arrayContaining([ids[1]]) } });
    expect((await run('payments show', [String(ids[0])])).data).toMatchObject({ state: 'captured', waitsFor: null });
    expect(await listIds({ unsettled: true, order: String(paid.number) })).toEqual([]);
    expect(await listIds({ unsettled: true, order: String(waiting.number) })).toEqual([ids[1]]);
    expect(await listIds({ provider: 'test_card', order: String(paid.number) })).toEqual([ids[0]]);
    expect(await listIds({ provider: 'bank_transfer', order: String(paid.number) })).toEqual([]);
  });

  it('shows the events of a payment, and a request that was not answered', async () => {
    const payment = await remote.placeOrder();
    const id = await findPaymentId(payment.number);
    remote.server.approve(payment.publicId);
    remote.server.fail('capture', 'lose-answer');
    await remote.trigger('event', payment);
    const shown = await run('payments show', [id]);
    expect(shown.text).toContain('It waits for the answer of test_card to: capture.');
    expect(shown.text).toMatch(/event \S+ settled/);
    expect((shown.data as { events: unknown[] }).events).toHaveLength(1);
    expect(await listIds({ unsettled: true })).toContain(Number(id));
    expect((await run('payments sync', [id])).data).toMatchObject({ state: 'captured', waitsFor: null });
  });

  it('goes on when the provider does not tell the state of one, and says which', async () => {
    const payment = await remote.placeOrder();
    await run('payments sync', [], { unsettled: true });
    remote.server.chooseFault = (operation) => (operation === 'state' ? 'refuse-connection' : null);
    const synced = await run('payments sync', [], { unsettled: true });
    remote.server.chooseFault = null;
    const failed = expect.arrayContaining([Number(await findPaymentId(payment.number))]);
    expect(synced).toMatchObject({ code: 1, data: { failed } });
    expect(synced.warnings).toContain('did not tell the state');
  });

  it('settles one payment or all, not both', async () => {
    expect((await run('payments sync')).code).toBe(2);
    expect((await run('payments sync', ['1'], { unsettled: true })).code).toBe(2);
  });
});

describe('a number of shop payments list (A1)', () => {
  it.each(['1e1', '0x1', '1.5'])('is no page or order: %s', async (text) => {
    expect((await run('payments list', [], { page: text })).code).toBe(2);
    expect((await run('payments list', [], { order: text })).code).toBe(2);
  });
});

describe('shop orders paid', () => {
  it('records the money of an order whose remote payment never came', async () => {
    const payment = await remote.placeOrder();
    const number = String(payment.number);
    expect((await run('orders paid', [number])).text).toBe(`Order ${number} is paid.`);
    expect((await run('orders paid', [number])).text).toBe(`Order ${number} was already paid.`);
    expect((await run('payments list', [], { order: number })).text).toContain('manual open €15.00 €15.00');
  });
});
