import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { findRunningDatabase } from '#platform/database/embedded/lock.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { type SmtpServer, startSmtp } from '#tests/support/smtp-server.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';
import { waitUntilReady } from './shop.ts';

const root = join(import.meta.dirname, '../..');

/** The built shop as somebody installs it: live, empty, with a mail server that keeps what it accepts. */
export interface LiveShop {
  readonly url: string;
  readonly dataDir: string;
  readonly mail: SmtpServer;
  /** Path of the link that it has printed for the first owner. */
  readonly firstRunPath: string;
  /** Reads its tables, to compare them with what pages say. */
  query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  stop(): Promise<void>;
}

export async function openLiveShop(): Promise<LiveShop> {
  const folder = makeTemporaryFolder();
  const mail = await startSmtp();
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const dataDir = join(folder, 'shop');
  const shop = spawn('sh', [join(root, 'scripts/node'), '--enable-source-maps', join(root, 'dist/server/server.js')], {
    cwd: root,
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', MODE: 'live', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url },
      ...{ DATA_DIR: dataDir, MAIL_URL: mail.url, SECRET: randomBytes(32).toString('hex'), LOG_LEVEL: 'fatal' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  shop.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  await waitUntilReady(shop, url);
  const firstRunPath = await waitForLink(shop, () => output);
  const database = new pg.Client({ connectionString: findRunningDatabase(dataDir)?.connectionString });
  await database.connect();
  return {
    ...{ url, dataDir, mail, firstRunPath },
    query: async (text) => (await database.query(text)).rows,
    async stop() {
      await database.end();
      const ended = new Promise((resolve) => shop.once('exit', resolve));
      shop.kill('SIGTERM');
      await ended;
      mail.server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function waitForLink(shop: ChildProcess, output: () => string): Promise<string> {
  for (;;) {
    const [, path] = /Owner +http\S+?(\/first-run\/[\w-]{43}) /.exec(output()) ?? [];
    if (path !== undefined) return path;
    if (shop.exitCode !== null) throw new Error('the shop exited before it printed a link for its owner');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
