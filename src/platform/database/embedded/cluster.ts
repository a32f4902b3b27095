import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Account, changeOwner } from './account.ts';
import type { Binaries } from './binaries.ts';
import { createEnvironment } from './environment.ts';
import { createDiskFullError, EmbeddedError, isDiskFull } from './errors.ts';

export const USER = 'vitrine';

export interface ClusterOptions {
  dataDir: string;
  binaries: Binaries;
  account: Account;
  durable: boolean;
  /** Password for TCP connections (Windows). A socket needs none, since its folder is private. */
  password: string | undefined;
}

export const clusterPath = (dataDir: string) => join(dataDir, 'postgres');

/** Returns the password of a cluster that listens on TCP. It is created at first use. */
export function readClusterPassword(dataDir: string): string {
  const path = join(dataDir, 'postgres.password');
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}

/**
 * Creates the cluster when it is missing.
 * @throws DATA_DIR_VERSION, INIT_FAILED, DISK_FULL
 */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const folder = clusterPath(options.dataDir);
  if (existsSync(join(folder, 'PG_VERSION'))) {
    checkVersion(folder, options.binaries.major);
    // Copied folders often lose the mode that PostgreSQL requires.
    chmodSync(folder, 0o700);
    changeOwner(folder, options.account);
  } else {
    await createCluster(folder, options);
  }
  writeSettings(folder, options);
}

function checkVersion(folder: string, expected: string): void {
  const found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (found === expected) return;
  throw new EmbeddedError(
    'DATA_DIR_VERSION',
    `${folder} was made by PostgreSQL ${found}, and this program brings PostgreSQL ${expected}. ` +
      'Make a backup with the version of the shop that made it, then restore that backup into an empty data folder.',
  );
}

/** Creates the cluster under a temporary name and renames it, so that a cluster is never incomplete. */
async function createCluster(folder: string, options: ClusterOptions): Promise<void> {
  const { dataDir, account } = options;
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new EmbeddedError('INIT_FAILED', `${folder} holds files but no database. Move it away and start again.`);
  }
  for (const entry of readdirSync(dataDir)) {
    if (entry.startsWith('postgres.new-')) rmSync(join(dataDir, entry), { recursive: true, force: true });
  }
  const temporary = join(dataDir, `postgres.new-${randomUUID()}`);
  mkdirSync(temporary, { mode: 0o700 });
  changeOwner(temporary, account);
  try {
    await runInitdb(temporary, options);
    writeFileSync(join(temporary, 'postgresql.conf'), OWNER_SETTINGS);
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}

async function runInitdb(
  temporary: string,
  { dataDir, binaries, account, durable, password }: ClusterOptions,
): Promise<void> {
  const passwordFile = join(dataDir, 'postgres.password');
  const command = [
    ...account.prefix,
    ...[binaries.initdb, '--pgdata', temporary, '--username', USER, '--encoding=UTF8'],
    // The locale is explicit, because an empty LANG would create a SQL_ASCII cluster.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ...(password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', '--pwfile', passwordFile]),
    ...(durable ? [] : ['--no-sync']),
  ];
  const [file = '', ...parameters] = command;
  const { code, output } = await runCommand(file, parameters, account);
  if (code === 0) return;
  if (isDiskFull(output)) throw createDiskFullError(dataDir);
  throw new EmbeddedError('INIT_FAILED', `A new database could not be made in ${dataDir}: ${getLastLines(output)}`);
}

async function runCommand(file: string, parameters: string[], { identity }: Account) {
  const child = spawn(file, parameters, { ...identity, env: createEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(null);
    });
    child.on('close', resolve);
  });
  return { code, output };
}

export function getLastLines(output: string): string {
  return output.trim().split('\n').slice(-5).join(' / ');
}

const OWNER_SETTINGS = `# The shop writes vitrine.conf at every start and never touches this file:
# put your own settings below; they override those.
include 'vitrine.conf'
`;

/**
 * Writes settings for a small machine that also runs the shop. Statements that fail are not logged, since they may
 * contain personal data.
 */
function writeSettings(folder: string, { account, durable }: ClusterOptions): void {
  const durability = durable ? 'on' : 'off';
  // More connections in tests, which open many shops on one cluster.
  const connections = durable ? 50 : 200;
  const settings = `max_connections = ${connections}
shared_buffers = 128MB
effective_cache_size = 512MB
maintenance_work_mem = 64MB
max_wal_size = 512MB
random_page_cost = 1.1
jit = off
io_method = sync
max_parallel_workers_per_gather = 0
max_logical_replication_workers = 0
fsync = ${durability}
synchronous_commit = ${durability}
full_page_writes = ${durability}
timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'
log_min_messages = log
log_min_error_statement = panic
log_checkpoints = off
log_line_prefix = '%m [%p] '
`;
  const path = join(folder, 'vitrine.conf');
  if (existsSync(path) && readFileSync(path, 'utf8') === settings) return;
  writeFileSync(path, settings, { mode: 0o644 });
  if (account.identity !== undefined) chownSync(path, account.identity.uid, account.identity.gid);
}
