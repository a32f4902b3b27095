import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { adoptLocale } from '#features/catalog/index.ts';
import { addInitialContent } from '#features/content/index.ts';
import { createFirstRunLink } from '#features/first-run/index.ts';
import { runChecks } from '#platform/checks/checks.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import type { Connection } from '#platform/database/embedded/lock.ts';
import { migrate } from '#platform/database/migrate.ts';
import { findStoreProblem } from '#platform/files/store/check-store.ts';
import { createLog, type Log } from '#platform/http/log.ts';
import type { Assets } from '#platform/islands/assets.ts';
import { migrateJobs, startWorker, type Worker } from '#platform/jobs/worker.ts';
import { shopConfig } from '#shop.config';
import { type App, buildApp, listJobs, listMigrationSets } from './app.ts';
import { assembleFeatures } from './assembly.ts';
import { loadDemo } from './demo.ts';
import { createPortError, createSettingsError, OperatorError } from './operator-error.ts';
import { openShopDatabase, type ShopDatabase } from './shop-database.ts';
import { formatWelcome } from './welcome.ts';

export interface RunningShop {
  readonly app: App;
  /** Origin on which the shop listens. */
  readonly address: string;
  /** Message with addresses, printed for the operator. */
  readonly welcome: string;
  /** Waits for open requests and jobs, at most 45 s. Never rejects. */
  close(): Promise<void>;
}

/** Milliseconds for open requests to end. */
const httpCloseTimeout = 15_000;

/**
 * Opens the shop: settings, database, migrations, jobs, then the port. When a step fails, closes what was opened
 * before.
 * @param connection the embedded database when another process runs it
 * @throws errors that `reportStartFailure` explains
 * @public used by the development server
 */
export async function startShop(
  assets: Assets,
  env: NodeJS.ProcessEnv = process.env,
  connection: Connection | null = null,
): Promise<RunningShop> {
  const settings = readConfig(env);
  if (!settings.ok) throw createSettingsError(settings.problems);
  const { config } = settings;
  const log = createLog(config.logLevel);
  const shopDatabase = await openShopDatabase(config, log, { connection });
  const resources: OpenResources = { shopDatabase, log };
  try {
    const app = await openShop(resources, config, assets);
    const { port } = app.http.server.address() as AddressInfo;
    const address = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`;
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= closeAll(resources);
      return closing;
    };
    void shopDatabase.lost.then((reason) => {
      if (closing !== undefined) return;
      log.fatal({}, reason);
      process.exitCode = 1;
      void close();
    });
    const findings = await runChecks(app.shop, { isForOperator: false });
    const firstRunPath = await createFirstRunLink(app.shop);
    const welcome = formatWelcome({ app, address, findings, firstRunPath, database: shopDatabase.description });
    return { app, address, welcome, close };
  } catch (error) {
    await closeAll(resources);
    throw error;
  }
}

/** Resources opened so far. `closeAll` closes them. */
interface OpenResources {
  readonly log: Log;
  readonly shopDatabase: ShopDatabase;
  app?: App;
  worker?: Worker;
  metrics?: Server;
}

async function openShop(resources: OpenResources, config: Config, assets: Assets): Promise<App> {
  const { log } = resources;
  const { database } = resources.shopDatabase;
  await migrate(database, listMigrationSets(assembleFeatures(shopConfig)));
  await migrateJobs(database);
  await adoptLocale(database.db, shopConfig.locale);
  const app = await buildApp({ config, choices: shopConfig, database, log, assets });
  resources.app = app;
  const problem = await findStoreProblem(app.shop.files);
  if (problem !== null) throw new OperatorError(problem);
  if (config.mode === 'demo') await loadDemo(app.shop);
  // Runs after the demo catalogue, since content shows pictures of the catalogue.
  await addInitialContent(app.shop);
  resources.worker = await startWorker(app.shop, listJobs(app.assembly));
  const { metricsPort } = config;
  if (metricsPort !== null) {
    resources.metrics = await app.metrics.listen(metricsPort, config.metricsHost).catch((error: unknown) => {
      throw createPortError(error, metricsPort, 'METRICS_PORT') ?? error;
    });
  }
  await app.http.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw createPortError(error, config.port, 'PORT') ?? error;
  });
  // The event fires when a connection can't be accepted. Without a listener Node would throw the error.
  for (const server of [app.http.server, resources.metrics]) {
    server?.on('error', (err) => log.error({ err }, 'a connection could not be accepted'));
  }
  return app;
}

/** Closes requests first, so that no new jobs arrive while the worker stops. */
async function closeAll({ app, metrics, worker, shopDatabase, log }: OpenResources): Promise<void> {
  const attempt = async (name: string, work: PromiseLike<unknown> | undefined) => {
    try {
      await work;
    } catch (err) {
      log.error({ err }, `${name} could not be closed`);
    }
  };
  await attempt('the HTTP server', app && closeHttp(app.http));
  metrics?.close();
  metrics?.closeAllConnections();
  await attempt('the job worker', worker?.stop());
  await attempt('the database', shopDatabase.close());
}

/** Kept-alive connections count as open, so idle connections are closed repeatedly until none is left. */
async function closeHttp(http: App['http']): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), 50);
  await waitAtMost(httpCloseTimeout, http.close());
  clearInterval(idle);
}

/** Resolves when `work` resolves, or after the given milliseconds at the latest. */
export async function waitAtMost(milliseconds: number, work: PromiseLike<unknown>): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
  await Promise.race([work, timeout]);
}
