import { setInterval } from 'node:timers';
import { CheckoutServer } from './checkout/server.ts';
import type { Context, Merchant } from './context.ts';
import { BooksServer } from './faults/books.ts';
import { Control } from './faults/control.ts';
import { Faults } from './faults/faults.ts';
import { listen, sendText } from './http.ts';
import { RestServer, type SeenCall } from './rest/server.ts';
import { registerWebhook } from './rest/webhooks.ts';
import { type Clock, createClock, seconds } from './state/clock.ts';
import { Store } from './state/store.ts';
import { Delivery } from './webhooks/delivery.ts';
import { openSigning } from './webhooks/signature.ts';

/** For tests that make signed events of their own. */
export { openSigning, signEvent } from './webhooks/signature.ts';
export { Store };

export interface WalletSandboxOptions {
  /** Of SDK and payment pages, which browsers load. 0: any free one. */
  readonly port: number;
  /** Of the REST calls and the books, on loopback. 0: any free one. */
  readonly restPort: number;
  /** Keeps the state; null keeps it in memory. */
  readonly dataFile: string | null;
  /** Where browsers reach `port`, without a slash at its end; default: on this machine. */
  readonly publicUrl?: string;
  /** Gets all events; null: nobody does. */
  readonly webhookUrl?: string | null;
  readonly clock?: Clock;
  /** Network address that `port` listens on; default: loopback. */
  readonly host?: string;
  readonly credentials?: { readonly clientId: string; readonly clientSecret: string };
  /** How much faster than the provider it tries a webhook again. */
  readonly haste?: number;
}

export interface WalletSandbox {
  readonly publicUrl: string;
  readonly restUrl: string;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  readonly webhookId: string | null;
  /** Certificate of the authority that signs the webhooks' certificates. */
  readonly rootCertificate: string;
  readonly faults: Faults;
  readonly control: Control;
  /** Calls of the shop's server, newest last. */
  readonly calls: readonly SeenCall[];
  stop(): Promise<void>;
}

/** What a shop without credentials of its own uses. */
const sandboxCredentials = {
  clientId: 'test-wallet-client',
  clientSecret: 'test-wallet-secret',
} as const;

const account = { merchantId: 'TESTWALLET4ME', email: 'shop@example.com' };

/**
 * Starts the stand-in for the wallet's provider: REST calls for the shop's server, SDK and payment
 * pages for browsers, and its books.
 */
export async function startWalletSandbox(options: WalletSandboxOptions): Promise<WalletSandbox> {
  const store = new Store(options.dataFile);
  const clock = createClock(options.clock);
  const signing = openSigning(store);
  const merchant: Merchant = { ...(options.credentials ?? sandboxCredentials), ...account };
  let answerRest: Parameters<typeof listen>[0] = async (_, response) =>
    sendText(response, 503, 'text/plain', 'starting');
  let answerPublic = answerRest;
  const rest = await listen((request, response) => answerRest(request, response), options.restPort, '127.0.0.1');
  const pages = await listen((...both) => answerPublic(...both), options.port, options.host ?? '127.0.0.1').catch(
    async (error: unknown) => {
      await rest.stop();
      throw error;
    },
  );
  const restUrl = `http://127.0.0.1:${rest.port}`;
  const publicUrl = options.publicUrl ?? `http://localhost:${pages.port}`;
  const delivery = new Delivery({ store, clock, signing, restUrl, haste: options.haste ?? 1 });
  const context: Context = {
    ...{ store, clock, merchant, delivery, restUrl, publicUrl },
    faults: new Faults(),
    published: [],
  };
  const webhook = options.webhookUrl ? registerWebhook(context, options.webhookUrl) : null;
  store.commit();
  const control = new Control(context);
  const server = new RestServer(context);
  const books = new BooksServer(context, control);
  answerRest = async (request, response) => {
    const url = new URL(request.url ?? '/', restUrl);
    if (await server.answer(request, response, url)) return;
    await books.answer(request, response, url);
  };
  const checkout = new CheckoutServer(context, control);
  answerPublic = (request, response) => checkout.answer(request, response);
  const timer = setInterval(() => void control.passTime(), seconds).unref();
  return {
    ...{ publicUrl, restUrl, control, faults: context.faults, calls: server.calls },
    credentials: { clientId: merchant.clientId, clientSecret: merchant.clientSecret },
    webhookId: webhook?.id ?? null,
    rootCertificate: signing.root,
    async stop() {
      clearInterval(timer);
      await Promise.all([rest.stop(), pages.stop()]);
      await delivery.stop();
      store.commit();
    },
  };
}
