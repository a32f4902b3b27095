import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '#platform/config/project-root.ts';
import { findFreePort } from '#tests/support/free-port.ts';

interface Money {
  readonly currency_code: string;
  readonly value: string;
}

/** A payment in the books of the test wallet. */
export interface WalletBook {
  readonly orderId: string;
  readonly status: string;
  /** Our public id of the payment. */
  readonly customId: string | null;
  readonly amount: Money;
  /** What goes wrong with it. */
  readonly plan: Readonly<Record<string, true | undefined>>;
  readonly captures: readonly {
    readonly id: string;
    readonly status: string;
    readonly amount: Money;
    readonly refunded: readonly Money[];
  }[];
}

/** The test wallet in a process of its own, which can be killed, and its control. */
export interface StandIn {
  readonly variables: Readonly<Record<string, string>>;
  /** Does what shoppers and the provider's staff do. Asks again while it is down. Null: it has refused. */
  control(action: string, input: object): Promise<unknown>;
  readBook(orderId: string): Promise<WalletBook>;
  readBooks(): Promise<readonly WalletBook[]>;
  setFaults(seed: number): Promise<void>;
  /** Kills it, and starts it again with other chances: faults aren't kept. */
  kill(seed: number): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds, shorter than in life, so that a run takes minutes. Calls are as slow as in life. */
const waits = { lateWebhook: 6000, shuffledWebhook: 2000, pendingCapture: 5000 };
const patience = 60_000;

/** @param shopUrl gets the events */
export async function startStandIn(dataDir: string, shopUrl: string): Promise<StandIn> {
  const [port, restPort] = [await findFreePort(), await findFreePort()];
  const restUrl = `http://127.0.0.1:${restPort}`;
  const env = {
    ...process.env,
    ...{ SANDBOX_PORT: String(port), SANDBOX_REST_PORT: String(restPort), SANDBOX_HASTE: '20' },
    SANDBOX_DATA: join(dataDir, 'test-wallet.jsonl'),
    SANDBOX_WEBHOOK_URL: `${shopUrl}/payments/wallet/events`,
  };
  const start = (): ChildProcess =>
    spawn(process.execPath, [join(projectRoot, 'wallet-sandbox/main.ts')], {
      ...{ env, stdio: ['ignore', 'ignore', 'inherit'] },
    });
  let child = start();

  const ask = async (path: string, body?: object): Promise<Response> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    for (const limit = Date.now() + patience; ; await sleep(100)) {
      const reply = await fetch(`${restUrl}${path}`, init).catch(() => null);
      if (reply && reply.status < 500) return reply;
      if (Date.now() > limit) throw new Error(`the test wallet did not answer ${path}: ${reply?.status ?? 'no reply'}`);
    }
  };
  const control = async (action: string, input: object) => {
    const reply = await ask(`/control/${action}`, input);
    return reply.ok ? reply.json() : null;
  };
  const setFaults = async (seed: number) => {
    await control('waits', waits);
    await control('probabilities', { soak: true, seed });
  };
  await ask('/books/books.json');
  return {
    variables: { TEST_WALLET_URL: `http://localhost:${port}`, TEST_WALLET_REST_URL: restUrl },
    ...{ control, setFaults },
    readBook: async (orderId) => (await control('book', { orderId })) as WalletBook,
    readBooks: async () => (await (await ask('/books/books.json')).json()) as WalletBook[],
    async kill(seed) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await sleep(500);
      child = start();
      await setFaults(seed);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
