import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export interface DedicatedConnectionOptions {
  /** Creates a new client for each attempt, since a pg client connects only once. */
  makeClient(): pg.Client;
  /** Sets up the connection (`listen`, a lock) after each connect. */
  prepare(client: pg.Client): Promise<void>;
  /** Called once for each loss, immediately. */
  onLost(error: Error): void;
  onBack(): void;
  /** Milliseconds between two pings, and after which an unanswered ping means a lost connection. */
  pingEvery: number;
}

export interface DedicatedConnection {
  close(): Promise<void>;
}

/** Milliseconds between two attempts to reconnect. The pause doubles after each attempt. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 5_000;

/** Keeps one connection outside of the pool. Rejects only when the first attempt fails. */
export async function openDedicatedConnection(options: DedicatedConnectionOptions): Promise<DedicatedConnection> {
  const closing = new AbortController();
  let client = await connect(options);
  let loop = Promise.resolve();

  const watch = (): void => {
    const watched = client;
    void waitForLoss(watched, options.pingEvery, closing.signal).then((error) => {
      if (closing.signal.aborted) return;
      options.onLost(error);
      void watched.end().catch(() => {});
      loop = reconnect();
    });
  };
  const reconnect = async (): Promise<void> => {
    for (let pause = FIRST_PAUSE; !closing.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      const next = await connect(options).catch(() => undefined);
      if (next === undefined) continue;
      client = next;
      if (closing.signal.aborted) return;
      watch();
      options.onBack();
      return;
    }
  };

  watch();
  return {
    async close() {
      closing.abort();
      await loop;
      await client.end().catch(() => {});
    },
  };
}

async function connect({ makeClient, prepare }: DedicatedConnectionOptions): Promise<pg.Client> {
  const client = makeClient();
  // Errors arrive as rejections and as `end`. Without a listener an `error` event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await prepare(client);
    return client;
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}

/** Resolves when the connection breaks, stops answering or is closed. */
function waitForLoss(client: pg.Client, pingEvery: number, closing: AbortSignal): Promise<Error> {
  return new Promise((resolve) => {
    let isAnswered = true;
    const ping = setInterval(() => {
      if (!isAnswered) return finish(new Error('the connection does not answer'));
      isAnswered = false;
      client.query('select 1').then(
        () => {
          isAnswered = true;
        },
        (error: unknown) => finish(error instanceof Error ? error : new Error(String(error))),
      );
    }, pingEvery).unref();
    const finish = (error: Error) => {
      clearInterval(ping);
      resolve(error);
    };
    client.once('error', finish);
    client.once('end', () => finish(new Error('the connection ended')));
    closing.addEventListener('abort', () => finish(new Error('closed')), { once: true });
  });
}
