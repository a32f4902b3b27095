import { sql } from 'drizzle-orm';
import { type App, listJobs } from '#app/app.ts';
import { addToCart } from '#features/cart/index.ts';
import { beginOrderPayment, paymentPath, providerEventsPath } from '#features/payments/index.ts';
import type { Database } from '#platform/database/database.ts';
import { type JobsRun, runJobsNow } from '#platform/jobs/run-now.ts';
import { startWalletSandbox, type WalletSandbox } from '#wallet-sandbox/index.ts';
import { findFreePort } from './free-port.ts';
import { closeWithDatabase } from './opened.ts';
import { type PaymentOutcome, readPaymentOutcome } from './payment-outcome.ts';
import { addProduct } from './products.ts';
import {
  createVisitorWithCart,
  placeTestCart,
  salesShop,
  type TestCustomer,
  type TestGuest,
  testClock,
  testGuest,
} from './sales.ts';

export interface WalletPayment {
  readonly orderId: number;
  readonly number: number;
  readonly guest: TestGuest;
  readonly publicId: string;
  /** The provider's id of the order; empty while its creation was not answered. */
  readonly reference: string;
  readonly product: number;
}

/** Methods that pay with a card. */
type CardMethod = 'wallet-card' | 'wallet-apple-pay' | 'wallet-google-pay';

/** What made the shop look at a payment. */
export type WalletTrigger = 'return' | 'webhook' | 'job';

export interface WalletShop {
  readonly app: App;
  /** Where the shop listens. */
  readonly url: string;
  /** Its `faults`, `control` and `calls`. */
  readonly sandbox: WalletSandbox;
  /** Of the shop and of the sandbox. */
  readonly clock: ReturnType<typeof testClock>;
  /** Places an order of 15.00 for one of `stock` items, and begins its payment as the checkout does. */
  placeOrder(
    stock?: number,
    method?: 'wallet' | CardMethod,
    network?: string,
    /** Default: a guest. */
    customer?: TestCustomer,
  ): Promise<WalletPayment>;
  /** The shopper agrees in the wallet; the webhook about it has arrived then. */
  approve(
    payment: Pick<WalletPayment, 'reference'>,
    choice?: Parameters<WalletSandbox['control']['approve']>[1],
  ): Promise<void>;
  /** `webhook` sends the one about the approval, or about the capture, once more. */
  trigger(trigger: WalletTrigger, payment: WalletPayment): Promise<void>;
  runJobs(): Promise<JobsRun>;
  /** Runs the jobs that wait, then reads what the payment has led to, here and in the sandbox's books. */
  readOutcome(payment: WalletPayment): Promise<PaymentOutcome>;
}

interface WalletShopOptions {
  /** By feature, instead of those of `salesShop`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * A shop that pays with the test wallet, in this process; webhooks reach it by its own port. Share it in a file:
 * `beforeAll(async () => { wallet = await walletShop(database); })`. It ends after the file's tests.
 */
export async function walletShop(
  database: Database,
  { settings = {}, env = {} }: WalletShopOptions = {},
): Promise<WalletShop> {
  const clock = testClock();
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const sandbox = await startWalletSandbox({
    ...{ port: 0, restPort: 0, dataFile: null, clock, haste: 100 },
    webhookUrl: `http://127.0.0.1:${port}${providerEventsPath('wallet')}`,
  });
  const app = await salesShop(database, {
    ...{ clock, settings },
    env: { PUBLIC_URL: url, TEST_WALLET_URL: sandbox.publicUrl, TEST_WALLET_REST_URL: sandbox.restUrl, ...env },
  });
  await app.http.listen({ port, host: '127.0.0.1' });
  closeWithDatabase(database, () => sandbox.stop());
  const { shop, http } = app;
  const select = async (query: ReturnType<typeof sql>) => (await shop.db.execute(query)).rows;
  const runJobs = () => runJobsNow(shop, listJobs(app.assembly));
  const reconcile = listJobs(app.assembly).find(({ name }) => name === 'payments:reconcile-payments');

  const triggers: Readonly<Record<WalletTrigger, (payment: WalletPayment) => Promise<unknown>>> = {
    return: ({ publicId }) => http.inject({ url: paymentPath(publicId) }),
    async webhook({ reference }) {
      const hasCapture = sandbox.control.readBook(reference).captures.length > 0;
      await sandbox.control.resend(reference, hasCapture ? 'PAYMENT.CAPTURE.COMPLETED' : 'CHECKOUT.ORDER.APPROVED');
      await runJobs();
    },
    job: async () => reconcile?.run(shop, {} as never, { number: 1, isLast: false }),
  };

  return {
    ...{ app, url, sandbox, clock, runJobs },
    async placeOrder(stock = 5, paymentMethod = 'wallet', network?: string, customer?: TestCustomer) {
      const product = await addProduct(shop, { stock });
      const visitor = await createVisitorWithCart(shop, [[product, 1]]);
      const item = { productId: product, variationId: null, chosen: {}, quantity: 1 };
      // What they have not paid stays in their cart.
      if (customer) await addToCart(shop, customer.owner, { items: [item], form: {}, isBuyNow: true });
      const actor = customer ? { ...visitor, customer: customer.customer } : visitor;
      const shopper = network === undefined ? actor : { ...actor, network };
      const {
        id: orderId,
        number,
        visitorId,
      } = await placeTestCart(shop, shopper, { paymentMethod, expectedTotal: 1500 });
      await beginOrderPayment(shop, number);
      const [row] = await select(sql`select public_id, reference from payments where order_id = ${orderId}`);
      const ids = { publicId: String(row?.public_id), reference: String(row?.reference ?? '') };
      return { orderId, number, product, guest: testGuest(visitorId ?? visitor.visitorId), ...ids };
    },
    async approve({ reference }, choice) {
      await sandbox.control.approve(reference, choice);
    },
    async trigger(trigger, payment) {
      await triggers[trigger](payment);
    },
    async readOutcome(payment) {
      await runJobs();
      return readPaymentOutcome(shop, payment, listMoved(sandbox, payment));
    },
  };
}

/** What was moved in the sandbox: `capture 15.00`. */
function listMoved({ control }: WalletSandbox, { reference }: WalletPayment): string[] {
  return control
    .readBook(reference)
    .captures.flatMap(({ status, amount, refunded }) => [
      `${status === 'PENDING' || status === 'DECLINED' ? status.toLowerCase() : 'capture'} ${amount.value}`,
      ...refunded.map(({ value }) => `refund ${value}`),
    ]);
}
