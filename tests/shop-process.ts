import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '#platform/database/embedded/processes.ts';

/** The built shop as `npm start` runs it: a supervisor, and the process that answers. */
export interface ShopProcess {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /** The supervisor. */
  readonly child: ChildProcess;
  /** Id of the process that answers: another one after it was started again. Throws while there is none. */
  serverPid(): number;
  /** Resolves with the supervisor's exit code once it has ended, null after a signal. */
  readonly ended: Promise<number | null>;
  /** Signals the supervisor. Resolves once both processes have ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface ShopProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  /** A free one when absent. */
  readonly port?: number | undefined;
  /** File that its log is added to; what goes wrong is shown on the terminal when absent. */
  readonly logFile?: string | undefined;
}

const root = join(import.meta.dirname, '..');

/** What `npm start` runs once all is built: the script that finds Node, its options, the program. */
const command = /sh (scripts\/node .*)$/.exec(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }).scripts.start,
)?.[1];

/** Begins `dist/server/server.js` as `npm start` does, in production. It is not open yet: `untilOpen` waits for that. */
export async function spawnShop({ env, port, logFile }: ShopProcessOptions): Promise<ShopProcess> {
  const at = port ?? (await freePort());
  const url = `http://127.0.0.1:${at}`;
  if (command === undefined) throw new Error('the start script of package.json is not as it was');
  const child = spawn('sh', command.split(' '), {
    cwd: root,
    env: { ...withoutShop(process.env), NODE_ENV: 'production', PUBLIC_URL: url, PORT: String(at), ...env },
    stdio: ['ignore', 'ignore', logFile === undefined ? 'inherit' : 'pipe'],
  });
  if (logFile !== undefined) child.stderr?.pipe(createWriteStream(logFile, { flags: 'a' }));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const { pid } = child;
  if (pid === undefined) throw new Error('the shop could not be started');
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const server = serverPidOf(pid);
    child.kill(signal);
    await ended;
    while (server !== undefined && isAlive(server)) await sleep(10);
  };
  const serverPid = () => {
    const server = serverPidOf(pid);
    if (server === undefined) throw new Error('no process of the shop answers just now');
    return server;
  };
  return { url, child, serverPid, ended, stop };
}

/** The process that a supervisor runs the shop in; undefined while there is none. */
export function serverPidOf(supervisor: number): number | undefined {
  const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=', '-o', 'ppid=', '-o', 'args='], { encoding: 'utf8' });
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/));
  const row = rows.find(([, parent, ...args]) => Number(parent) === supervisor && args.some(isServer));
  return row && Number(row[0]);
}

const isServer = (argument: string) => argument.endsWith('/shop-server.js');

/** Settings of whoever runs this must not reach the shop that is looked at. */
function withoutShop({ DATABASE_URL: _, MAIL_URL: __, ...rest }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return rest;
}

/** Resolves once it can serve. Rejects when it ended instead, or when `longest` milliseconds have passed. */
export async function untilOpen(shop: ShopProcess, longest = 60_000): Promise<ShopProcess> {
  const limit = Date.now() + longest;
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
  throw new Error('the shop did not open in time');
}

export async function startShop(options: ShopProcessOptions): Promise<ShopProcess> {
  return untilOpen(await spawnShop(options));
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}
