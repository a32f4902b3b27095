import type { AddressInfo } from 'node:net';
import { readConfig } from '#platform/config/config.ts';
import { migrate } from '#platform/database/migrate.ts';
import { createLog, type Log } from '#platform/http/log.ts';
import type { Assets } from '#platform/islands/assets.ts';
import { migrateJobs, startWorker } from '#platform/jobs/worker.ts';
import { shopConfig } from '#shop.config';
import { type App, assemble, buildApp, jobsOf, migrationSets } from './app.ts';
import { openDemo } from './demo.ts';
import { messageForOperator, OperatorError, portProblem } from './failure.ts';
import { openStorage, type Storage } from './storage.ts';
import { welcome } from './welcome.ts';

export interface Running {
  readonly app: App;
  /** Origin at which it listens. */
  readonly address: string;
  close(): Promise<void>;
}

/** Milliseconds that open requests get to end. */
const longestStop = 15_000;

/**
 * Opens the shop: settings, database, migrations, jobs, then the door. Throws what `messageForOperator` can explain.
 * @public the development server starts the shop by it
 */
export async function start(assets: Assets, env: NodeJS.ProcessEnv = process.env): Promise<Running> {
  const settings = readConfig(env, shopConfig.email);
  if (!settings.ok)
    throw new OperatorError(
      `These settings are wrong:\n${settings.problems.map((problem) => `  ${problem}`).join('\n')}\ndocs/configuration.md lists them all.`,
    );
  const { config } = settings;
  const log = createLog(config.logLevel);
  const storage = await openStorage(config, log);
  try {
    await migrate(storage.database, migrationSets(assemble(shopConfig)));
    await migrateJobs(storage.database);
    const app = await buildApp({ config, choices: shopConfig, database: storage.database, log, assets });
    if (config.mode === 'demo') await openDemo(app.shop);
    return await open(app, storage, log);
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function open(app: App, storage: Storage, log: Log): Promise<Running> {
  const { config } = app.shop;
  const worker = await startWorker(app.shop, jobsOf(app.assembly));
  const metrics =
    config.metricsPort === null
      ? null
      : await app.metrics.listen(config.metricsPort, config.metricsHost).catch((error: unknown) => {
          throw portProblem(error, config.metricsPort ?? 0, 'METRICS_PORT') ?? error;
        });
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    await within(longestStop, app.http.close());
    metrics?.close();
    await worker.stop();
    await storage.close();
  };
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  try {
    await app.http.listen({ port: config.port, host: config.host });
  } catch (error) {
    await close();
    throw portProblem(error, config.port, 'PORT') ?? error;
  }
  const { port } = app.http.server.address() as AddressInfo;
  const address = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`;
  void storage.lost.then((reason) => {
    if (closing !== undefined) return;
    log.fatal({}, reason);
    process.exitCode = 1;
    void close();
  });
  process.stdout.write(welcome({ app, address, database: storage.description }));
  return { app, address, close };
}

async function within(milliseconds: number, work: PromiseLike<unknown>): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
  await Promise.race([work, late]);
}

/** The process: opens the shop, closes it cleanly when asked to, and says in plain words why it can't. */
export async function run(assets: Assets): Promise<void> {
  let running: Running | null = null;
  const stop = (signal: NodeJS.Signals) => {
    for (const each of ['SIGINT', 'SIGTERM'] as const) process.removeListener(each, stop);
    if (!running) process.exit(signal === 'SIGINT' ? 130 : 143);
    void running.close().finally(() => process.exit());
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    running = await start(assets);
  } catch (error) {
    const message = messageForOperator(error);
    if (message === null) throw error;
    process.stderr.write(`\nVitrine can't open.\n\n${message}\n\n`);
    process.exit(1);
  }
}
