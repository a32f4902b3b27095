import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromiumFlags, findChromium } from '#e2e/support/browser.ts';

export interface BrowserProcess {
  /** Port of the Chrome DevTools Protocol. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a headless Chromium with a new profile. */
export async function startBrowser(): Promise<BrowserProcess> {
  const { executablePath, env } = await findChromium();
  const profile = mkdtempSync(join(tmpdir(), 'vitrine-browser-'));
  const flags = [...chromiumFlags, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(executablePath, [...flags, 'about:blank'], { env: { ...process.env, ...env }, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  try {
    return { port: await readDebuggingPort(profile), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readDebuggingPort(profile: string): Promise<number> {
  const file = join(profile, 'DevToolsActivePort');
  for (let waited = 0; waited < 60_000; waited += 50) {
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    if (port > 0) return port;
    await sleep(50);
  }
  throw new Error('Chromium did not open its debugging port within a minute');
}
