import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '#platform/database/embedded/processes.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { type ShopProcess, spawnShop, waitUntilOpen } from '#tests/support/shop-process.ts';
import { createSoakEnvironment, type SoakShop, soakServer } from './build-shop.ts';

/** Restarts the supervisor whenever it ends, as a service manager does. */
export interface ShopKeeper {
  readonly url: string;
  /** Number of times supervisor or shop ended without being killed. */
  readonly unexpectedEnds: number;
  /** Kills the shop's process. @returns milliseconds until the shop is open again */
  killShop(): Promise<number>;
  /** Kills the supervisor, which ends the shop and its database. */
  killSupervisor(): Promise<number>;
  killDatabase(): Promise<number>;
  untilOpen(): Promise<void>;
  /** Ends the shop in order and starts it with these settings besides. */
  reopen(env: Readonly<Record<string, string>>): Promise<number>;
  /** Number of requests that the page cache has answered since the shop's last start. */
  readPageCacheHits(): Promise<number>;
  close(): Promise<void>;
}

const longestOutage = 120_000;

export async function keepShopRunning(soakShop: SoakShop): Promise<ShopKeeper> {
  const { dataDir } = soakShop;
  const port = soakShop.port ?? (await findFreePort());
  const metricsPort = await findFreePort();
  const options = {
    // Hostile clients send their own network addresses.
    env: { ...createSoakEnvironment(soakShop), TRUST_PROXY: 'loopback', METRICS_PORT: String(metricsPort) },
    server: soakServer,
    port,
    logFile: join(dataDir, 'shop.log'),
  };
  let isClosing = false;
  let isKilled = false;
  let unasked = 0;
  let shopKills = 0;
  let shop: ShopProcess = await waitUntilOpen(await spawnShop(options));

  const watching = (async () => {
    for (;;) {
      await shop.ended;
      if (isClosing) return;
      if (!isKilled) unasked += 1;
      isKilled = false;
      await sleep(200);
      shop = await spawnShop(options);
    }
  })();

  const open = async () => {
    for (let waited = 0; waited < longestOutage; waited += 50) {
      if (await isReady(shop.url)) return;
      await sleep(50);
    }
    throw new Error(`the shop was not open again within ${longestOutage / 1000} s`);
  };
  const measureOutage = async (kill: () => Promise<void>) => {
    const start = performance.now();
    await kill();
    await open();
    return performance.now() - start;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    get unexpectedEnds() {
      return unasked + countRestarts(options.logFile) - shopKills;
    },
    untilOpen: open,
    killShop: () =>
      measureOutage(async () => {
        const pid = shop.serverPid();
        process.kill(pid, 'SIGKILL');
        shopKills += 1;
        while (isAlive(pid)) await sleep(10);
      }),
    killSupervisor: () =>
      measureOutage(async () => {
        isKilled = true;
        await shop.stop('SIGKILL');
      }),
    killDatabase: () =>
      measureOutage(async () => {
        const pid = readPostgresPid(dataDir);
        process.kill(pid, 'SIGKILL');
        while (readPostgresPid(dataDir) === pid) await sleep(20);
      }),
    reopen: (env) =>
      measureOutage(async () => {
        isKilled = true;
        options.env = { ...options.env, ...env };
        await shop.stop();
      }),
    async readPageCacheHits() {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(/^page_cache_events_total\{event="hits"\} (\d+)$/m.exec(metrics)?.[1]);
    },
    async close() {
      isClosing = true;
      await shop.stop();
      await watching;
    },
  };
}

/** Number of times the supervisor restarted the shop. */
function countRestarts(logFile: string): number {
  return readFileSync(logFile, 'utf8').split('the shop ended unexpectedly').length - 1;
}

/** Process id of the running PostgreSQL; 0 while there is none. */
function readPostgresPid(dataDir: string): number {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
