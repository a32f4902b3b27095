import { createLog } from '#platform/http/log.ts';
import type { Assets } from '#platform/islands/assets.ts';
import { OperatorError, reportStartFailure } from '../operator-error.ts';
import { type RunningShop, startShop, waitAtMost } from '../start.ts';
import { guardProcess } from './guard-process.ts';
import { closeSignals, exitCodes, type OpenOptions, type ShopMessage, type SupervisorMessage } from './messages.ts';

/** Milliseconds to close after an uncaught error, and in all other cases. */
const CRASH_CLOSE_TIMEOUT = 5_000;
const CLOSE_TIMEOUT = 60_000;

/**
 * Runs the shop's process under the supervisor, which tells the process when to open and close the shop. An uncaught
 * error closes the shop and exits with 1, so that the supervisor starts another process.
 */
export async function runShopProcess(loadAssets: () => Promise<Assets>): Promise<void> {
  let running: RunningShop | null = null;
  let log = createLog('error');
  let isEnding = false;
  const end = async (code: number, timeout: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    if (running) await waitAtMost(timeout, running.close());
    process.exit(code);
  };
  guardProcess({ log: () => log, onCrash: () => void end(1, CRASH_CLOSE_TIMEOUT) });
  // A terminal sends its signals to this process as well as to the supervisor.
  for (const signal of closeSignals) process.on(signal, () => void end(running ? 0 : exitCodes[signal], CLOSE_TIMEOUT));
  try {
    const { connection, variables } = await waitForOpenCommand(() => void end(0, CLOSE_TIMEOUT));
    running = await startShop(await loadAssets(), { ...process.env, ...variables }, connection);
    log = running.app.shop.log;
    process.send?.({ type: 'opened', welcome: running.welcome } satisfies ShopMessage, () => {});
  } catch (error) {
    reportStartFailure(error);
    process.exit(1);
  }
}

function waitForOpenCommand(close: () => void): Promise<OpenOptions> {
  return new Promise((resolve, reject) => {
    if (!process.connected)
      reject(
        new OperatorError(
          'dist/server/shop-server.js cannot be started directly. Start dist/server/server.js, or run npm start.',
        ),
      );
    // The supervisor and its database have ended. Exit to free the port for the next process.
    process.once('disconnect', () => process.exit(1));
    process.on('message', (message) => {
      const command = message as SupervisorMessage;
      if (command.type === 'open') resolve(command);
      else close();
    });
  });
}
