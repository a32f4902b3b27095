import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import type { OpenOptions, ShopMessage, SupervisorMessage } from './messages.ts';

/** Exit code or signal of a process. Both are null when the process could not be started. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Child {
  readonly pid: number | undefined;
  readonly ended: Promise<ChildEnd>;
  /** Tells the process to open the shop. Until then it only loads its modules. */
  open(options: OpenOptions): void;
  /** Asks the process to end. Kills it when the shop is not open yet or takes longer than 50 s. */
  stop(): Promise<void>;
  kill(): void;
}

/** Milliseconds: 15 s for requests, 20 s for jobs, 10 s for the database, 5 s in reserve. */
const STOP_TIMEOUT = 50_000;

/** Starts `program` with the Node, options and environment of this process. Never throws. */
export function startChild(program: string, onOpened: () => void): Child {
  const child = forkOrNull(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let isOpen = false;
  child?.on('message', (message) => {
    const { type, welcome } = message as ShopMessage;
    if (type !== 'opened') return;
    isOpen = true;
    onOpened();
    // A reader of the message may close the shop at once. It is open, so it closes in order.
    process.stdout.write(welcome);
  });
  const ended = waitForEnd(child);
  const send = (command: SupervisorMessage) => {
    // A disconnected process is ending, and `ended` resolves.
    if (child?.connected) child.send(command, () => {});
  };
  const kill = () => void child?.kill('SIGKILL');
  return {
    pid: child?.pid,
    ended,
    open: (options) => send({ type: 'open', ...options }),
    async stop() {
      const killTimer = setTimeout(kill, STOP_TIMEOUT);
      if (isOpen) send({ type: 'close' });
      else kill();
      await ended;
      clearTimeout(killTimer);
    },
    kill,
  };
}

/** @returns null when the system has no memory for another process */
export function forkOrNull(program: string, options: ForkOptions): ChildProcess | null {
  try {
    return fork(program, [], options);
  } catch {
    return null;
  }
}

export function waitForEnd(child: ChildProcess | null): Promise<ChildEnd> {
  return new Promise((resolve) => {
    const notStarted = { code: null, signal: null };
    if (child === null) return resolve(notStarted);
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.on('error', () => {
      // A process without a pid never started, and no exit event follows.
      if (child.pid === undefined) resolve(notStarted);
    });
  });
}
