import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedError } from './errors.ts';
import { findRunningServer, stopOrphanedServer } from './orphaned-server.ts';
import { type ServerContext, startServer } from './server.ts';
import { type ServerProcess, stopServer } from './server-process.ts';

export interface ExitReason {
  code: 'STOPPED' | 'DISK_FULL' | 'RESTART_FAILED';
  /** Tells an operator what happened and what to do. */
  message: string;
}

export interface SupervisedServer {
  pid(): number;
  exited: Promise<ExitReason>;
  stop(): Promise<void>;
}

/** Unexpected ends of PostgreSQL that are allowed within a minute. */
const MAX_ENDS = 10;
const MINUTE = 60_000;
const STOP_TIMEOUT = 35_000;
const STOPPED: ExitReason = { code: 'STOPPED', message: 'The database was stopped.' };

/**
 * Restarts PostgreSQL when it ends unexpectedly. `cleanUp` runs once, after the last PostgreSQL process has
 * ended.
 */
export function superviseServer(
  context: ServerContext,
  first: ServerProcess,
  cleanUp: () => Promise<void>,
): SupervisedServer {
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
      if (ends.filter((time) => time > Date.now() - MINUTE).length > MAX_ENDS) return toLimitReason(context);
      try {
        await stopOrphanedServer({ ...context, isOwn: true });
        server = await startServer(context, stopping.signal);
        isRunning = true;
        log.info({ pid: server.pid }, 'PostgreSQL runs again');
      } catch (error) {
        if (stopping.signal.aborted) return STOPPED;
        return toFailureReason(error);
      }
    }
  };

  const finish = async (reason: ExitReason): Promise<void> => {
    await cleanUp().catch((err: unknown) => log.warn({ err }, 'the data folder could not be cleaned up'));
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
    // A server that is still starting is stopped by the code that starts it.
    if (isRunning) await stopServer(server.pid, context.clusterDir, context.binaries);
    const reason = await Promise.race([watching, sleep(STOP_TIMEOUT, STOPPED, { ref: false })]);
    const remaining = findRunningServer(context.clusterDir);
    if (remaining !== undefined) await stopServer(remaining.pid, context.clusterDir, context.binaries);
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

function toLimitReason({ logPath }: ServerContext): ExitReason {
  return {
    code: 'RESTART_FAILED',
    message: `PostgreSQL ended ${MAX_ENDS + 1} times within a minute and is not started again. Its log is ${logPath}.`,
  };
}

function toFailureReason(error: unknown): ExitReason {
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: error instanceof EmbeddedError && error.code === 'DISK_FULL' ? 'DISK_FULL' : 'RESTART_FAILED',
    message,
  };
}
