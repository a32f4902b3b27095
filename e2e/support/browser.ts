import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { unpackChromium } from './npm-chromium.ts';

const execute = promisify(execFile);

export interface Chromium {
  readonly source: 'named' | 'playwright' | 'system' | 'npm';
  readonly executablePath: string;
  /** What it needs in its environment besides the process's own. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Flags for every Chromium of ours: no sandbox, because root and most containers can't have one (it visits only our own
 * pages), no graphics card, and no talking home.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
];

const systemNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const systemPaths = [
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

let found: Promise<Chromium> | undefined;

/**
 * Playwright's own Chromium if it is installed, else the system's, else the one from npm, unpacked in `.cache/`. Nobody
 * has to install a browser by hand. `VITRINE_CHROMIUM` chooses: playwright, system, npm, or the path of a browser.
 * Fails with what was looked for when there is none.
 */
export function findChromium(): Promise<Chromium> {
  found ??= search(process.env.VITRINE_CHROMIUM ?? '');
  return found;
}

async function search(choice: string): Promise<Chromium> {
  const sources = { playwright: fromPlaywright, system: fromSystem, npm: fromNpm };
  if (choice !== '' && !(choice in sources)) return named(choice);
  for (const [name, find] of Object.entries(sources)) {
    const browser = choice === '' || choice === name ? await find() : undefined;
    if (browser !== undefined) return browser;
  }
  const where = choice === '' ? 'of Playwright, of the system, or from npm' : `of the kind VITRINE_CHROMIUM=${choice}`;
  throw new Error(`No Chromium ${where} starts on this machine. Install one, or set VITRINE_CHROMIUM to its path.`);
}

async function named(path: string): Promise<Chromium> {
  if (await starts(path)) return { source: 'named', executablePath: path, env: {} };
  throw new Error(`VITRINE_CHROMIUM is ${path}, which does not start. Give playwright, system, npm or a path.`);
}

async function fromPlaywright(): Promise<Chromium | undefined> {
  const whole = chromium.executablePath();
  const executablePath = existsSync(whole) ? whole : headlessShell(whole);
  if (executablePath === undefined || !(await starts(executablePath))) return undefined;
  return { source: 'playwright', executablePath, env: {} };
}

/** `playwright install --only-shell` puts a folder beside the one where the whole browser would be. */
function headlessShell(whole: string): string | undefined {
  const folder = whole.split(/[/\\]/).findLast((part) => /^chromium-\d+$/.test(part));
  if (folder === undefined) return undefined;
  const beside = whole.slice(0, whole.lastIndexOf(folder));
  const shell = join(beside, folder.replace('chromium-', 'chromium_headless_shell-'));
  if (!existsSync(shell)) return undefined;
  const files = readdirSync(shell, { recursive: true, encoding: 'utf8' });
  const program = files.find((file) => /(^|[/\\])(chrome-)?headless[-_]shell(\.exe)?$/.test(file));
  return program === undefined ? undefined : join(shell, program);
}

async function fromSystem(): Promise<Chromium | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = systemNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const executablePath of [...onPath, ...systemPaths]) {
    // Asked to start, because some systems have a placeholder there that only says how to install it.
    if (isExecutable(executablePath) && (await starts(executablePath))) {
      return { source: 'system', executablePath, env: {} };
    }
  }
  return undefined;
}

async function fromNpm(): Promise<Chromium | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const main = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const home = resolve(dirname(main), '..');
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const cache = resolve(import.meta.dirname, '../../.cache');
  const { executablePath, fonts, libraries } = await unpackChromium(home, join(cache, `chromium-${version}`));
  const plain = { FONTCONFIG_FILE: fonts };
  for (const env of [plain, { ...plain, LD_LIBRARY_PATH: libraries }]) {
    if (await starts(executablePath, env)) return { source: 'npm', executablePath, env };
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function starts(path: string, env: Record<string, string> = {}): Promise<boolean> {
  try {
    await execute(path, ['--version', '--no-sandbox'], { env: { ...process.env, ...env }, timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}
