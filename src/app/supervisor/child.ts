import { type ChildProcess, fork } from 'node:child_process';
import type { Connection } from '#platform/database/embedded/lock.ts';
import type { Command, Opened } from './messages.ts';

/** How the shop's process ended: its exit code, or the signal that ended it. Both null: it could not be started. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The shop in a process of its own. */
export interface Child {
  readonly pid: number | undefined;
  readonly ended: Promise<ChildEnd>;
  /** Tells it to open the shop. It loads its modules meanwhile, and waits for this. */
  open(connection: Connection | null): void;
  /** Asks it to end, and ends it when it is not open yet or needs longer than 50 s. */
  stop(): Promise<void>;
  kill(): void;
}

/** Milliseconds: 15 s for requests, 20 s for jobs and 10 s for the database, and a little more. */
const LONGEST_STOP = 50_000;

/** Starts `program` with this process's Node, its options and environment. Never throws: `ended` tells. */
export function startChild(program: string, onOpened: () => void): Child {
  const child = forkOrNull(program);
  let isOpen = false;
  child?.on('message', (message) => {
    if ((message as Opened).type !== 'opened') return;
    isOpen = true;
    onOpened();
  });
  const ended = untilEnded(child);
  const send = (command: Command) => {
    // A process that can't be told anything any more is ending: `ended` tells.
    if (child?.connected) child.send(command, () => {});
  };
  const kill = () => void child?.kill('SIGKILL');
  return {
    pid: child?.pid,
    ended,
    open: (connection) => send({ type: 'open', connection }),
    async stop() {
      const late = setTimeout(kill, LONGEST_STOP);
      if (isOpen) send({ type: 'close' });
      else kill();
      await ended;
      clearTimeout(late);
    },
    kill,
  };
}

/** Null when the system has no memory for another process. */
function forkOrNull(program: string): ChildProcess | null {
  try {
    return fork(program, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  } catch {
    return null;
  }
}

function untilEnded(child: ChildProcess | null): Promise<ChildEnd> {
  return new Promise((resolve) => {
    const notStarted = { code: null, signal: null };
    if (child === null) return resolve(notStarted);
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.on('error', () => {
      // Without an id it never began, and no exit follows. Other errors concern a message or a signal.
      if (child.pid === undefined) resolve(notStarted);
    });
  });
}
