import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '#platform/database/embedded/processes.ts';
import { freePort, type ShopProcess, spawnShop, untilOpen } from '#tests/shop-process.ts';
import { shopEnvironment } from '../shop.ts';

/** Starts the supervisor whenever it has ended, as a service manager does. */
export interface Keeper {
  readonly url: string;
  /** How often supervisor or shop ended without having been killed. */
  readonly unasked: number;
  /** Kills the process that answers. Resolves once the shop is open again; milliseconds that it took. */
  killShop(): Promise<number>;
  /** Kills the supervisor, which takes shop and database along. */
  killSupervisor(): Promise<number>;
  killDatabase(): Promise<number>;
  untilOpen(): Promise<void>;
  close(): Promise<void>;
}

const longestOutage = 120_000;

export async function keepShop(dataDir: string): Promise<Keeper> {
  const port = await freePort();
  const options = {
    // Hostile clients have addresses of their own.
    env: { ...shopEnvironment(dataDir), TRUST_PROXY: 'loopback' },
    port,
    logFile: join(dataDir, 'shop.log'),
  };
  let isClosing = false;
  let isKilled = false;
  let unasked = 0;
  let shopKills = 0;
  let shop: ShopProcess = await untilOpen(await spawnShop(options));

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
  const measured = async (kill: () => Promise<void>) => {
    const begun = performance.now();
    await kill();
    await open();
    return performance.now() - begun;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    get unasked() {
      return unasked + restartsIn(options.logFile) - shopKills;
    },
    untilOpen: open,
    killShop: () =>
      measured(async () => {
        const pid = shop.serverPid();
        process.kill(pid, 'SIGKILL');
        shopKills += 1;
        while (isAlive(pid)) await sleep(10);
      }),
    killSupervisor: () =>
      measured(async () => {
        isKilled = true;
        await shop.stop('SIGKILL');
      }),
    killDatabase: () =>
      measured(async () => {
        const pid = postgresOf(dataDir);
        process.kill(pid, 'SIGKILL');
        while (postgresOf(dataDir) === pid) await sleep(20);
      }),
    async close() {
      isClosing = true;
      await shop.stop();
      await watching;
    },
  };
}

/** How often the supervisor started the shop again. */
function restartsIn(logFile: string): number {
  return readFileSync(logFile, 'utf8').split('the shop ended unexpectedly').length - 1;
}

/** Process id of the running Postgres; 0 while there is none. */
function postgresOf(dataDir: string): number {
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
