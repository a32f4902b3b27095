import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedError } from './errors.ts';
import { clearLeftover, findServer } from './leftover.ts';
import { type ServerContext, startServer } from './server.ts';
import { type ServerProcess, stopServer } from './server-process.ts';

export interface ExitReason {
  code: 'STOPPED' | 'DISK_FULL' | 'RESTART_FAILED';
  /** Tells an operator what happened and what to do. */
  message: string;
}

export interface Supervised {
  pid(): number;
  exited: Promise<ExitReason>;
  stop(): Promise<void>;
}

/** Unexpected ends within a minute before giving up. */
const ENDS = 10;
const MINUTE = 60_000;
const LONGEST_STOP = 35_000;
const STOPPED: ExitReason = { code: 'STOPPED', message: 'The database was stopped.' };

/**
 * Restarts PostgreSQL when it ends unexpectedly. `afterwards` runs once, after the last one has
 * ended.
 */
export function supervise(context: ServerContext, first: ServerProcess, afterwards: () => Promise<void>): Supervised {
  const { log } = context;
  const stopping = new AbortController();
  const { promise: exited, resolve: exit } = Promise.withResolvers<ExitReason>();
  const ends: number[] = [];
  let server = first;
  let isRunning = true;

  const watch = async (): Promise<ExitReason> => {
    for (;;) {
      await server.ended;
      isRunning = false;
      if (stopping.signal.aborted) return STOPPED;
      log.warn({ pid: server.pid }, 'PostgreSQL ended unexpectedly; starting it again');
      ends.push(Date.now());
      if (ends.filter((time) => time > Date.now() - MINUTE).length > ENDS) return tooOften(context);
      try {
        await clearLeftover({ ...context, ours: true });
        server = await startServer(context, stopping.signal);
        isRunning = true;
        log.info({ pid: server.pid }, 'PostgreSQL runs again');
      } catch (error) {
        if (stopping.signal.aborted) return STOPPED;
        return restartFailed(error);
      }
    }
  };

  const finish = async (reason: ExitReason): Promise<void> => {
    await afterwards().catch((err: unknown) => log.warn({ err }, 'the data folder could not be cleaned up'));
    exit(reason);
  };

  const watching = watch().then(async (reason) => {
    if (reason.code !== 'STOPPED') {
      log.error({ code: reason.code }, reason.message);
      await finish(reason);
    }
    return reason;
  });

  const stop = async (): Promise<void> => {
    stopping.abort();
    // A starting server is stopped by its starter.
    if (isRunning) await stopServer(server.pid, context.clusterDir, context.binaries);
    const reason = await Promise.race([watching, sleep(LONGEST_STOP, STOPPED, { ref: false })]);
    const left = findServer(context.clusterDir);
    if (left !== undefined) await stopServer(left.pid, context.clusterDir, context.binaries);
    if (reason.code === 'STOPPED') await finish(reason);
  };
  let stopped: Promise<void> | undefined;
  return {
    pid: () => server.pid,
    exited,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

function tooOften({ logPath }: ServerContext): ExitReason {
  return {
    code: 'RESTART_FAILED',
    message: `PostgreSQL ended ${ENDS + 1} times within a minute and is not started again. Its log is ${logPath}.`,
  };
}

function restartFailed(error: unknown): ExitReason {
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: error instanceof EmbeddedError && error.code === 'DISK_FULL' ? 'DISK_FULL' : 'RESTART_FAILED',
    message,
  };
}
