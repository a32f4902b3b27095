import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Config, readConfig } from '#platform/config/config.ts';
import type { Connection } from '#platform/database/embedded/lock.ts';
import { migrate } from '#platform/database/migrate.ts';
import { createLog, type Log } from '#platform/http/log.ts';
import type { Assets } from '#platform/islands/assets.ts';
import { migrateJobs, startWorker, type Worker } from '#platform/jobs/worker.ts';
import { shopConfig } from '#shop.config';
import { type App, assemble, buildApp, listJobs, listMigrationSets } from './app.ts';
import { openDemo } from './demo.ts';
import { createPortError, createSettingsError } from './operator-error.ts';
import { openShopDatabase, type ShopDatabase } from './shop-database.ts';
import { formatWelcome } from './welcome.ts';

export interface Running {
  readonly app: App;
  /** Origin that it listens on. */
  readonly address: string;
  /** Waits for open requests and jobs, at most 45 s. Never rejects. */
  close(): Promise<void>;
}

/** Milliseconds that open requests have to end. */
const maxHttpClose = 15_000;

/**
 * Opens the shop: settings, database, migrations, jobs, then the port. When a step fails, closes
 * what was opened before.
 * @param connection the embedded database when another process runs it
 * @throws errors that `reportStartFailure` explains
 * @public the development server starts the shop by it
 */
export async function startShop(
  assets: Assets,
  env: NodeJS.ProcessEnv = process.env,
  connection: Connection | null = null,
): Promise<Running> {
  const settings = readConfig(env, shopConfig.email);
  if (!settings.ok) throw createSettingsError(settings.problems);
  const { config } = settings;
  const log = createLog(config.logLevel);
  const storage = await openShopDatabase(config, log, { connection });
  const opened: Opened = { storage, log };
  try {
    const app = await openShop(opened, config, assets);
    const { port } = app.http.server.address() as AddressInfo;
    const address = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`;
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= closeAll(opened);
      return closing;
    };
    void storage.lost.then((reason) => {
      if (closing !== undefined) return;
      log.fatal({}, reason);
      process.exitCode = 1;
      void close();
    });
    process.stdout.write(formatWelcome({ app, address, database: storage.description }));
    return { app, address, close };
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

/** What `closeAll` closes. */
interface Opened {
  readonly log: Log;
  readonly storage: ShopDatabase;
  app?: App;
  worker?: Worker;
  metrics?: Server;
}

async function openShop(opened: Opened, config: Config, assets: Assets): Promise<App> {
  const { log } = opened;
  const { database } = opened.storage;
  await migrate(database, listMigrationSets(assemble(shopConfig)));
  await migrateJobs(database);
  const app = await buildApp({ config, choices: shopConfig, database, log, assets });
  opened.app = app;
  if (config.mode === 'demo') await openDemo(app.shop);
  opened.worker = await startWorker(app.shop, listJobs(app.assembly));
  const { metricsPort } = config;
  if (metricsPort !== null) {
    opened.metrics = await app.metrics.listen(metricsPort, config.metricsHost).catch((error: unknown) => {
      throw createPortError(error, metricsPort, 'METRICS_PORT') ?? error;
    });
  }
  await app.http.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw createPortError(error, config.port, 'PORT') ?? error;
  });
  // An error while accepting a connection. Without a listener it would be thrown.
  for (const server of [app.http.server, opened.metrics]) {
    server?.on('error', (err) => log.error({ err }, 'a connection could not be accepted'));
  }
  return app;
}

/** Closes requests first, so that no new jobs arrive while the worker stops. */
async function closeAll({ app, metrics, worker, storage, log }: Opened): Promise<void> {
  const attempt = async (what: string, work: PromiseLike<unknown> | undefined) => {
    try {
      await work;
    } catch (err) {
      log.error({ err }, `${what} could not be closed`);
    }
  };
  await attempt('the HTTP server', app && closeHttp(app.http));
  metrics?.close();
  metrics?.closeAllConnections();
  await attempt('the job worker', worker?.stop());
  await attempt('the database', storage.close());
}

/** Kept-alive connections count as open, so idle ones are closed until none is left. */
async function closeHttp(http: App['http']): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), 50);
  await waitAtMost(maxHttpClose, http.close());
  clearInterval(idle);
}

/** Resolves when `work` settles, or after so many milliseconds. */
export async function waitAtMost(milliseconds: number, work: PromiseLike<unknown>): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
  await Promise.race([work, late]);
}
