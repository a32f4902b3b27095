import type { ChildProcess, ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config, TestWalletStart } from '#platform/config/config.ts';
import { privateFolderOptions } from '#platform/config/data-folders.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import type { Log } from '#platform/http/log.ts';
import { forkOrNull, waitForEnd } from './child.ts';
import { createRestartDelays } from './restart-delays.ts';

export type TestWalletVariables = Readonly<Record<'TEST_WALLET_URL' | 'TEST_WALLET_REST_URL', string>>;

/** A substitute for the wallet's provider, which runs beside a demo shop. */
export interface TestWallet {
  readonly variables: TestWalletVariables;
  /** Starts the test wallet, and starts it again whenever it ends by itself. */
  start(): void;
  stop(): Promise<void>;
}

/** A separate program, which shares no code with the shop and runs from its sources. */
const program = join(projectRoot, 'wallet-sandbox', 'main.ts');
const folderOf = (dataDir: string) => join(dataDir, 'test-wallet');
const addressesFile = (dataDir: string) => join(folderOf(dataDir), 'addresses.json');
/** Number of ports to try when the operator has chosen none. */
const triedPorts = 20;
/** Milliseconds that the test wallet has to end in order. */
const stopTimeout = 5_000;

/**
 * Chooses the ports of the test wallet, so that the shop knows the addresses before shop and wallet are open.
 * @returns null when the shop needs no test wallet or no port is free, which never keeps the shop from opening
 */
export async function prepareTestWallet(config: Config, log: Log): Promise<TestWallet | null> {
  const wanted = config.testWalletStart;
  if (wanted === null || !existsSync(program)) return null;
  const ports = await findPorts(wanted, config.host);
  if (ports === null) {
    const advice = 'TEST_WALLET_PORT chooses another one';
    log.error(
      {},
      `there is no test wallet: port ${wanted.port} or the next one is taken by another program; ${advice}`,
    );
    return null;
  }
  const variables = {
    TEST_WALLET_URL: wanted.url ?? `http://${toPublicHost(config.host)}:${ports.pages}`,
    TEST_WALLET_REST_URL: `http://127.0.0.1:${ports.rest}`,
  };
  mkdirSync(folderOf(config.dataDir), privateFolderOptions);
  writeFileSync(addressesFile(config.dataDir), JSON.stringify(variables));
  return { variables, ...keepRunning(createEnvironment(config, ports, variables), log) };
}

/**
 * Adds the addresses of the test wallet of a data folder to the variables of a command. The addresses stay in their
 * file when the shop ends, so the wallet may not answer.
 */
export function addTestWallet(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isNone = env.MODE === 'live' || env.TEST_WALLET_PORT === 'off' || env.TEST_WALLET_REST_URL;
  if (isNone || env.WALLET_CLIENT_SECRET) return env;
  try {
    return { ...env, ...JSON.parse(readFileSync(addressesFile(resolve(env.DATA_DIR || '.data')), 'utf8')) };
  } catch {
    return env;
  }
}

interface Ports {
  /** Port of the SDK and the payment page, on the shop's host. */
  readonly pages: number;
  /** Port of the REST calls and the books, on loopback. */
  readonly rest: number;
}

async function findPorts({ port, isPortChosen }: TestWalletStart, host: string): Promise<Ports | null> {
  const last = isPortChosen || port === 0 ? port : port + 2 * (triedPorts - 1);
  for (let pages = port; pages <= Math.min(last, 65_534); pages += 2) {
    const found = [await findFree(pages, host), await findFree(pages === 0 ? 0 : pages + 1, '127.0.0.1')];
    if (found[0] && found[1]) return { pages: found[0], rest: found[1] };
  }
  return null;
}

/**
 * Finds a free port; 0 stands for any.
 * @returns null when the port is taken
 */
async function findFree(port: number, host: string): Promise<number | null> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch {
    return null;
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : null;
}

/** Browsers treat `localhost` as another origin than the shop's, and operators know the name. */
function toPublicHost(host: string): string {
  return ['127.0.0.1', '::1', 'localhost'].includes(host) ? 'localhost' : host;
}

function createEnvironment(
  { host, port, dataDir }: Config,
  { pages, rest }: Ports,
  { TEST_WALLET_URL }: TestWalletVariables,
): NodeJS.ProcessEnv {
  const shop = host.includes(':') ? `[${host}]` : host;
  return {
    ...process.env,
    SANDBOX_PORT: String(pages),
    SANDBOX_REST_PORT: String(rest),
    SANDBOX_HOST: host,
    SANDBOX_URL: TEST_WALLET_URL,
    SANDBOX_DATA: join(folderOf(dataDir), 'state.jsonl'),
    // A shop with port 0 belongs to a test, which fetches events itself instead of receiving webhooks.
    ...(port === 0 ? {} : { SANDBOX_WEBHOOK_URL: `http://${shop}:${port}/payments/wallet/events` }),
  };
}

function keepRunning(env: NodeJS.ProcessEnv, log: Log): Pick<TestWallet, 'start' | 'stop'> {
  const delays = createRestartDelays();
  // The channel closes whenever this process ends, for any reason, and the wallet ends with the channel.
  const options: ForkOptions = { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] };
  const stopping = new AbortController();
  let child: ChildProcess | null = null;
  const keep = async () => {
    while (!stopping.signal.aborted) {
      child = forkOrNull(program, options);
      delays.opened();
      const end = await waitForEnd(child);
      if (stopping.signal.aborted) return;
      const delay = delays.ended();
      log.error({ ...end, delay }, 'the test wallet ended unexpectedly and is started again');
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  let kept: Promise<void> | null = null;
  return {
    start() {
      kept ??= keep();
    },
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      const timer = setTimeout(() => child?.kill('SIGKILL'), stopTimeout);
      await kept;
      clearTimeout(timer);
    },
  };
}
