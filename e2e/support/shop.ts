import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '#tests/support/free-port.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
/** Milliseconds for the shop to open and load the demo catalogue. */
const startTimeout = 60_000;

/** Starts the built shop with a temporary data folder, for all journeys. @returns stops the shop */
export default async function startShop(): Promise<() => Promise<void>> {
  const folder = makeTemporaryFolder();
  process.env.TMPDIR = folder;
  const shop = await openDemoShop(folder);
  process.env.SHOP_URL = shop.url;
  return async () => {
    await shop.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** The built demo shop in a process of its own. */
export interface DemoShop {
  readonly url: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** @param folder for its data */
export async function openDemoShop(folder: string): Promise<DemoShop> {
  const port = await findFreePort();
  const dataDir = join(folder, 'shop');
  const shop = spawn('sh', [join(root, 'scripts/node'), '--enable-source-maps', join(root, 'dist/server/server.js')], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      MODE: 'demo',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(shop, url);
  return {
    ...{ url, dataDir },
    async stop() {
      const ended = new Promise((resolve) => shop.once('exit', resolve));
      shop.kill('SIGTERM');
      await ended;
    },
  };
}

export async function waitUntilReady(shop: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + startTimeout;
  while (Date.now() < deadline) {
    if (shop.exitCode !== null) throw new Error(`the shop exited with code ${shop.exitCode} while it was opening`);
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  shop.kill('SIGKILL');
  throw new Error(`the shop did not open within ${startTimeout / 1000} s`);
}
