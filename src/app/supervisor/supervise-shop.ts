import { type Config, readConfig } from '#platform/config/config.ts';
import { type EmbeddedDatabase, startEmbedded } from '#platform/database/embedded/embedded.ts';
import { createLog } from '#platform/http/log.ts';
import { createSettingsError, reportStartFailure } from '../operator-error.ts';
import { guardProcess } from './guard-process.ts';
import { type CloseSignal, closeSignals, exitCodes } from './messages.ts';
import type { SupervisedShop } from './supervised-shop.ts';
import { prepareTestWallet, type TestWallet } from './test-wallet.ts';

/** Milliseconds in which a second signal counts as a duplicate: npm forwards the signals of the terminal. */
const DUPLICATE_SIGNAL_WINDOW = 500;

/**
 * Runs the embedded database and keeps the shop open in a separate process. In demo mode it also runs a test wallet.
 * Database and test wallet keep running while the shop restarts. Exit codes: 0 after a clean close, the shop's own
 * when its first start fails, 1 when the database cannot start or is lost for good.
 */
export async function superviseShop(shop: SupervisedShop): Promise<void> {
  let log = createLog('error');
  let database: EmbeddedDatabase | undefined;
  let testWallet: TestWallet | null = null;
  let isStopping = false;
  const stop = async (code: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await shop.stop();
    // Stopped after the shop, whose jobs may send requests to the test wallet.
    await testWallet?.stop();
    await database?.stop().catch((err: unknown) => log.error({ err }, 'the database did not stop cleanly'));
    process.exit(code);
  };
  guardProcess({ log: () => log, onCrash: () => void stop(1) });
  watchSignals({
    first: (signal) => void stop(shop.hasOpened ? 0 : exitCodes[signal]),
    second(signal) {
      // The database stops by itself when this process ends.
      shop.kill();
      process.exit(exitCodes[signal]);
    },
  });
  try {
    const config = readSettings();
    log = createLog(config.logLevel);
    if (config.databaseUrl === null) {
      database = await startEmbedded({ dataDir: config.dataDir, log });
      void database.exited.then(({ message }) => {
        if (isStopping) return;
        log.fatal({}, message);
        void stop(1);
      });
    }
    testWallet = await prepareTestWallet(config, log);
    // Started after the shop, whose start it would slow down.
    void shop.opened.then(() => testWallet?.start());
    const code = await shop.openAndRestart(
      { connection: database ?? null, variables: testWallet?.variables ?? {} },
      log,
    );
    if (code !== null) await stop(code);
  } catch (error) {
    if (!isStopping) reportStartFailure(error);
    await stop(1);
  }
}

function readSettings(): Config {
  const settings = readConfig(process.env);
  if (!settings.ok) throw createSettingsError(settings.problems);
  return settings.config;
}

interface SignalHandlers {
  first(signal: CloseSignal): void;
  second(signal: CloseSignal): void;
}

function watchSignals({ first, second }: SignalHandlers): void {
  let firstAt: number | null = null;
  for (const signal of closeSignals) {
    process.on(signal, () => {
      const now = performance.now();
      if (firstAt === null) first(signal);
      else if (now - firstAt > DUPLICATE_SIGNAL_WINDOW) second(signal);
      firstAt ??= now;
    });
  }
}
