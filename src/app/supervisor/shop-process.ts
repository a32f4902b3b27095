import type { Connection } from '#platform/database/embedded/lock.ts';
import { createLog } from '#platform/http/log.ts';
import type { Assets } from '#platform/islands/assets.ts';
import { OperatorError, reportStartFailure } from '../operator-error.ts';
import { type Running, startShop, waitAtMost } from '../start.ts';
import { guardProcess } from './guard-process.ts';
import { type Command, closeSignals, exitCodes, type Opened } from './messages.ts';

/** Milliseconds that requests and jobs get to end: after an error that nobody caught, and longer than anybody waits. */
const CRASH_PATIENCE = 5_000;
const PATIENCE = 60_000;

/**
 * The shop's process under the supervisor: opens the shop when it is told to and closes it when it is told to.
 * An error that nobody caught closes it in order and ends the process with 1, so that the supervisor starts another.
 */
export async function runShopProcess(loadAssets: () => Promise<Assets>): Promise<void> {
  let running: Running | null = null;
  let log = createLog('error');
  let isEnding = false;
  const end = async (code: number, patience: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    if (running) await waitAtMost(patience, running.close());
    process.exit(code);
  };
  guardProcess({ log: () => log, onCrash: () => void end(1, CRASH_PATIENCE) });
  // A terminal sends its signals to this process as well as to the supervisor.
  for (const signal of closeSignals) process.on(signal, () => void end(running ? 0 : exitCodes[signal], PATIENCE));
  try {
    const connection = await commandToOpen(() => void end(0, PATIENCE));
    running = await startShop(await loadAssets(), process.env, connection);
    log = running.app.shop.log;
    process.send?.({ type: 'opened' } satisfies Opened, () => {});
  } catch (error) {
    reportStartFailure(error);
    process.exit(1);
  }
}

/** Resolves with the embedded database; null: the one of `DATABASE_URL`. */
function commandToOpen(close: () => void): Promise<Connection | null> {
  return new Promise((resolve, reject) => {
    if (!process.connected) reject(new OperatorError('This program is started by dist/server/server.js alone.'));
    // The supervisor is gone, and its database with it: the port must be free for the next one.
    process.once('disconnect', () => process.exit(1));
    process.on('message', (message) => {
      const command = message as Command;
      if (command.type === 'open') resolve(command.connection);
      else close();
    });
  });
}
