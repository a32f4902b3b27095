import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { projectRoot } from '#platform/config/project-root.ts';

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface Started {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Everything that it has written to standard output so far. */
  output(): string;
  /** To standard error. */
  errors(): string;
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-process-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface BuiltOptions {
  /** As the first process of a group of its own, as a terminal would start it. */
  readonly detached?: boolean | undefined;
}

/** Runs a built program as a person would, with these settings and no others of ours. Ended after the test if it still runs. */
export function startBuilt(
  program: 'server' | 'shop',
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { detached = false }: BuiltOptions = {},
): Started {
  const child = spawn(process.execPath, [join(projectRoot, 'dist/server', `${program}.js`), ...args], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, output, errors })));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  });
  return { process: child, ended, output: () => output, errors: () => errors };
}
