import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '#platform/config/project-root.ts';
import { isAlive } from '#platform/database/embedded/processes.ts';
import { findFreePort } from './free-port.ts';

/** The built shop as `npm start` runs it: a supervisor and the shop's process. */
export interface ShopProcess {
  /** Origin at which it listens, without a trailing slash. */
  readonly url: string;
  /** The supervisor. */
  readonly child: ChildProcess;
  /** Id of the shop's process, which changes with a restart. Throws while there is none. */
  serverPid(): number;
  /** Resolves with the supervisor's exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
  /** Signals the supervisor. Resolves once both processes have ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface ShopProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Default: a free port. */
  readonly port?: number | undefined;
  /** File to append the log to; default: the terminal. */
  readonly logFile?: string | undefined;
  /** Folder of the built server, from the root; default: `dist/server`. */
  readonly server?: string | undefined;
}

/** The part of the start script after the build: the script that finds Node, options, program. */
const command = /sh (scripts\/node .*)$/.exec(
  (JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { scripts: { start: string } }).scripts.start,
)?.[1];

/** Starts `server.js` as `npm start` does, without waiting until it is open. Its test wallet has tests of its own. */
export async function spawnShop({
  env,
  port,
  logFile,
  server = 'dist/server',
}: ShopProcessOptions): Promise<ShopProcess> {
  const usedPort = port ?? (await findFreePort());
  const url = `http://127.0.0.1:${usedPort}`;
  if (command === undefined) throw new Error('the start script of package.json does not run scripts/node');
  const child = spawn('sh', command.replace('dist/server', server).split(' '), {
    cwd: projectRoot,
    env: {
      ...{ ...withoutShop(process.env), NODE_ENV: 'production', PUBLIC_URL: url, PORT: String(usedPort) },
      ...(env.MODE === 'live' ? {} : { TEST_WALLET_PORT: 'off' }),
      ...env,
    },
    stdio: ['ignore', 'ignore', logFile === undefined ? 'inherit' : 'pipe'],
  });
  if (logFile !== undefined) child.stderr?.pipe(createWriteStream(logFile, { flags: 'a' }));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const { pid } = child;
  if (pid === undefined) throw new Error('the shop could not be started');
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const server = findServerPid(pid);
    child.kill(signal);
    await ended;
    while (server !== undefined && isAlive(server)) await sleep(10);
  };
  const serverPid = () => {
    const server = findServerPid(pid);
    if (server === undefined) throw new Error('the shop’s process is not running');
    return server;
  };
  return { url, child, serverPid, ended, stop };
}

/** Id of the shop's process below a supervisor; undefined while there is none. */
export const findServerPid = (supervisor: number) => findChildPid(supervisor, '/shop-server.js');

/** Id of the process below a supervisor that runs a program whose path ends so. */
export function findChildPid(supervisor: number, program: string): number | undefined {
  const isProgram = (argument: string) => argument.endsWith(program);
  const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=', '-o', 'ppid=', '-o', 'args='], { encoding: 'utf8' });
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/));
  const row = rows.find(([, parent, ...args]) => Number(parent) === supervisor && args.some(isProgram));
  return row && Number(row[0]);
}

/** Removes settings of the caller that must not reach the tested shop. */
function withoutShop({ DATABASE_URL: _, MAIL_URL: __, ...rest }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return rest;
}

/** Resolves once `/readyz` succeeds. Rejects when the shop ends or after `timeout` milliseconds. */
export async function waitUntilOpen(shop: ShopProcess, timeout = 60_000): Promise<ShopProcess> {
  const limit = Date.now() + timeout;
  let code: number | null | undefined;
  void shop.ended.then((ended) => {
    code = ended;
  });
  while (Date.now() < limit) {
    if (code !== undefined) throw new Error(`the shop ended with ${code} while it was opening`);
    const isReady = await fetch(`${shop.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return shop;
    await sleep(20);
  }
  await shop.stop('SIGKILL');
  throw new Error(`the shop did not open within ${timeout / 1000} s`);
}

/** Starts the shop and waits until it is open. */
export async function startShop(options: ShopProcessOptions): Promise<ShopProcess> {
  return waitUntilOpen(await spawnShop(options));
}

/** Resident memory of a process, or its peak (`VmHWM`), in bytes; null except on Linux. */
export function readProcessMemory(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
