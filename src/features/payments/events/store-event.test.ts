import { afterAll, beforeAll, expect, it } from 'vitest';
import { listJobs } from '#app/app.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';

const { database } = useDatabase();
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
afterAll(() => remote.stop());

it('asks about each event once while the provider does not answer, and settles all that wait when it does', async () => {
  const payments = await Promise.all(Array.from({ length: 5 }, () => remote.placeOrder()));
  for (const { publicId } of payments) remote.server.approve(publicId);
  remote.server.chooseFault = (operation) => (operation === 'state' ? 'refuse-connection' : null);
  for (const payment of payments) await remote.trigger('event', payment);
  const asked = payments.map(({ publicId }) => remote.server.countRequests(publicId, 'state'));
  expect(asked).toEqual([1, 1, 1, 1, 1]);
  remote.server.chooseFault = null;
  const job = listJobs(remote.app.assembly).find(({ name }) => name === 'payments:settle-events');
  await job?.run(remote.app.shop, {} as never, { number: 1, isLast: false });
  for (const payment of payments)
    expect((await remote.readOutcome(payment)).order).toMatchObject({ status: 'processing', captured_total: 1500 });
});
