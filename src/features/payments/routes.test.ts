import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database } = useDatabase({ connections: 12 });
const hour = 60 * 60 * 1000;
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
afterAll(() => remote.stop());

it.each(['', '/cancel'])(
  'the path of a payment%s opens its order for a day, in any browser; later it opens nothing by itself',
  async (end) => {
    const payment = await remote.placeOrder();
    const open = async () => {
      const shopper = newShopper(remote.app);
      const { status, location } = await shopper.visit(`/checkout/payment/${payment.publicId}${end}`);
      expect(status).toBe(303);
      return (await shopper.visit(location)).status;
    };
    remote.clock.forward(hour / 2);
    expect(await open()).toBe(200);
    remote.server.approve(payment.publicId);
    await remote.trigger('event', payment);
    expect(await open()).toBe(200);
    remote.clock.forward(24 * hour);
    expect(await open()).toBe(404);
  },
);
