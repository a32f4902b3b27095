import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Duplex } from 'node:stream';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { createEnvironment } from './environment.ts';
import { isAlive, sendSignal, waitForEnd } from './processes.ts';

export interface ServerOptions {
  binaries: Binaries;
  account: Account;
  clusterDir: string;
  logPath: string;
  listen: { socketDir: string } | { port: number };
}

export interface ServerProcess {
  readonly pid: number;
  readonly ended: Promise<void>;
}

/**
 * Script of a shell that watches this process. Descriptor 3 is a pipe that this process holds. When the pipe closes,
 * even because this process was killed, the shell tells PostgreSQL to shut down fast. The shell waits for PostgreSQL,
 * so that its end is visible here. It ignores signals, so that at a system shutdown the shop can still finish its
 * requests.
 */
const WATCHER = `
trap : HUP INT TERM
"$@" </dev/null 3<&- &
server=$!
echo "$server" >&3
{ trap '' HUP INT TERM; read -r _; while kill -INT "$server"; do sleep 1; done 2>/dev/null; } <&3 &
watcher=$!
while kill -0 "$server" 2>/dev/null; do wait "$server"; status=$?; done
kill -KILL "$watcher" 2>/dev/null
exit "$status"
`;

/** Starts PostgreSQL. Resolves once it has a process id, before it is ready. Rejects when it cannot run. */
export async function spawnServer(options: ServerOptions): Promise<ServerProcess> {
  const log = openSync(options.logPath, 'a', 0o600);
  try {
    return process.platform === 'win32' ? await spawnDirectly(options, log) : await spawnWatched(options, log);
  } finally {
    closeSync(log);
  }
}

function buildCommand({ binaries, account, clusterDir, listen }: ServerOptions): string[] {
  const listenOptions =
    'port' in listen
      ? ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${listen.port}`, '-c', 'unix_socket_directories=']
      : [
          '-c',
          'listen_addresses=',
          '-c',
          'port=5432',
          '-c',
          `unix_socket_directories=${quoteFolder(listen.socketDir)}`,
        ];
  return [...account.prefix, binaries.postgres, '-D', clusterDir, ...listenOptions];
}

/** The setting is a list, so the folder's name is quoted. */
function quoteFolder(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}

async function spawnWatched(options: ServerOptions, log: number): Promise<ServerProcess> {
  const child = spawn('/bin/sh', ['-c', WATCHER, 'sh', ...buildCommand(options)], {
    ...options.account.identity,
    env: createEnvironment(),
    stdio: ['ignore', log, log, 'pipe'],
    // PostgreSQL gets its own session: Ctrl+C must reach only the shop, which then stops PostgreSQL.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const pipe = child.stdio[3];
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('the shell that runs PostgreSQL ended at once')));
    if (!(pipe instanceof Duplex)) return reject(new Error('no pipe to PostgreSQL'));
    pipe.on('error', () => {});
    pipe.once('data', (line) => resolve(Number(String(line))));
  });
  return { pid, ended };
}

async function spawnDirectly(options: ServerOptions, log: number): Promise<ServerProcess> {
  const [file = '', ...parameters] = buildCommand(options);
  const child = spawn(file, parameters, { env: createEnvironment(), stdio: ['ignore', log, log], windowsHide: true });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', resolve);
  });
  return { pid: child.pid ?? 0, ended };
}

/** Milliseconds to wait for a fast shutdown, then after each stronger signal, and between two signals. */
const FAST_TIMEOUT = 20_000;
const KILL_TIMEOUT = 5_000;
const SIGNAL_INTERVAL = 250;

/**
 * Stops any PostgreSQL within 30 s.
 * @returns false when this user may not stop it
 */
export async function stopServer(pid: number, clusterDir: string, binaries: Binaries): Promise<boolean> {
  if (process.platform === 'win32') return stopOnWindows(pid, clusterDir, binaries);
  if (!isAlive(pid)) return true;
  if (await signalUntilEnd(pid, 'SIGINT', FAST_TIMEOUT)) return true;
  if (await signalUntilEnd(pid, 'SIGQUIT', KILL_TIMEOUT)) return true;
  return signalUntilEnd(pid, 'SIGKILL', KILL_TIMEOUT);
}

/** Repeats the signal, because a starting PostgreSQL ignores it at first. */
async function signalUntilEnd(pid: number, name: NodeJS.Signals, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    sendSignal(pid, name);
    if (await waitForEnd(pid, SIGNAL_INTERVAL)) return true;
  }
  return false;
}

/** Windows has no signals, so pg_ctl stops PostgreSQL. */
async function stopOnWindows(pid: number, clusterDir: string, binaries: Binaries): Promise<boolean> {
  const parameters = ['stop', '-D', clusterDir, '-m', 'fast', '-t', '20'];
  await new Promise<void>((resolve) => {
    execFile(binaries.pgCtl, parameters, { env: createEnvironment(), windowsHide: true }, () => resolve());
  });
  if (isAlive(pid)) sendSignal(pid, 'SIGKILL');
  return waitForEnd(pid, KILL_TIMEOUT);
}
