import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process for tests that starts a folder's database and runs a program with it. */
export interface ShopProcess {
  readonly child: ChildProcess;
  /** Returns the next line of its output; rejects when the process has ended. */
  line(): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const PRELUDE = `
import { startEmbedded } from '#platform/database/embedded/embedded.ts';
import { silentLog } from '#platform/database/log.ts';
const [dataDir] = process.argv.slice(1);
const start = (options) => startEmbedded({ dataDir, log: silentLog, ...options });
const print = (line) => console.log(line);
`;

export function spawnShop(
  dataDir: string,
  program: string,
  identity: { uid?: number; gid?: number } = {},
): ShopProcess {
  const parameters = ['--input-type=module-typescript', '--no-warnings', '-e', PRELUDE + program, dataDir];
  const child = spawn(process.execPath, parameters, { ...identity, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    async line() {
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the process ended without output');
      return value;
    },
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

/**
 * A program that starts the database, prints PostgreSQL's process id, inserts rows and prints each committed number.
 */
export const INSERT_PROGRAM = `
const embedded = await start();
print(embedded.pid);
const { default: pg } = await import('pg');
const pool = new pg.Pool({ connectionString: embedded.connectionString });
await pool.query('drop table if exists numbers; create table numbers (n integer)');
for (let n = 1; ; n += 1) {
  await pool.query('insert into numbers values ($1)', [n]);
  print(n);
}
`;

/** A program that starts the database, prints 'started' or its error code, then waits to be killed. */
export const START_PROGRAM = `
await start().then(() => print('started'), (error) => print(error.code ?? error.stack));
setInterval(() => {}, 1000);
`;
