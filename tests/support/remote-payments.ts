import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { beginOrderPayment, paymentProviders } from '#features/payments/index.ts';
import type { Database } from '#platform/database/database.ts';
import { providePort } from '#platform/features/ports.ts';
import { type JobsRun, runJobsNow } from '#platform/jobs/run-now.ts';
import { type PaymentOutcome, readPaymentOutcome } from './payment-outcome.ts';
import { addProduct } from './products.ts';
import { placeTestOrder, salesShop, type TestGuest, testClock, testGuest } from './sales.ts';
import { createTestProvider, startTestProvider, type TestProviderServer } from './test-provider.ts';

export interface PlacedPayment {
  readonly orderId: number;
  readonly number: number;
  readonly guest: TestGuest;
  readonly publicId: string;
  readonly product: number;
}

/** What made the shop look at a payment. */
export type Trigger = 'return' | 'event' | 'job';

export interface RemotePaymentShop {
  readonly app: App;
  readonly server: TestProviderServer;
  readonly clock: ReturnType<typeof testClock>;
  /** Places an order of 15.00 for one of `stock` items, and begins its payment as the checkout does. */
  placeOrder(stock?: number): Promise<PlacedPayment>;
  trigger(trigger: Trigger, payment: PlacedPayment): Promise<unknown>;
  runJobs(): Promise<JobsRun>;
  /** Runs the jobs that wait, then reads what the payment has led to. */
  readOutcome(payment: PlacedPayment): Promise<PaymentOutcome>;
  stop(): Promise<void>;
}

/**
 * A shop with the payment method `test_card` of the test provider.
 * @param settings by feature, instead of those of `salesShop`
 * @param others ids of further methods of the same server
 */
export async function remotePaymentShop(
  database: Database,
  settings: Readonly<Record<string, unknown>> = {},
  others: readonly string[] = [],
): Promise<RemotePaymentShop> {
  const clock = testClock();
  const server = await startTestProvider();
  const app = await salesShop(database, {
    clock,
    settings,
    provides: providePort(
      paymentProviders,
      ['test_card', ...others].map((id) => createTestProvider(server.url, id)),
    ),
  });
  const { shop, http } = app;
  const select = async (query: ReturnType<typeof sql>) => (await shop.db.execute(query)).rows;
  const runJobs = () => runJobsNow(shop, listJobs(app.assembly));
  const reconcile = listJobs(app.assembly).find(({ name }) => name === 'payments:reconcile-payments');

  const triggers: Readonly<Record<Trigger, (payment: PlacedPayment) => Promise<unknown>>> = {
    return: ({ publicId }) => http.inject({ url: `/checkout/payment/${publicId}` }),
    async event({ publicId }) {
      const { body, signature } = server.createEvent(publicId);
      const headers = { 'content-type': 'application/json', 'x-signature': signature, 'sec-fetch-site': 'cross-site' };
      const answer = await http.inject({ method: 'POST', url: '/payments/test_card/events', headers, payload: body });
      expect(answer.statusCode).toBe(200);
      await runJobs();
    },
    job: async () => reconcile?.run(shop, {} as never, { number: 1, isLast: false }),
  };

  return {
    app,
    server,
    clock,
    runJobs,
    async placeOrder(stock = 5) {
      const product = await addProduct(shop, { stock });
      const order = await placeTestOrder(shop, [[product, 1]], { paymentMethod: 'test_card' });
      const { id: orderId, number } = order;
      await beginOrderPayment(shop, number);
      const [row] = await select(sql`select public_id from payments where order_id = ${orderId}`);
      return { orderId, number, product, guest: testGuest(order.visitorId), publicId: String(row?.public_id) };
    },
    trigger: (trigger, payment) => triggers[trigger](payment),
    async readOutcome(payment) {
      await runJobs();
      const moved =
        server.books.get(payment.publicId)?.transactions.filter(({ status }) => status === 'succeeded') ?? [];
      const book = moved.map(({ kind, amount }) => `${kind} ${amount}`);
      return readPaymentOutcome(shop, payment, book);
    },
    stop: () => server.stop(),
  };
}
