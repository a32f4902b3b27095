import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { projectRoot } from '#platform/config/project-root.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

export interface ProgramResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface StartedProgram {
  readonly process: ChildProcess;
  readonly ended: Promise<ProgramResult>;
  /** Standard output so far. */
  output(): string;
  /** Standard error so far. */
  errors(): string;
}

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = makeTemporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface BuiltOptions {
  /** Starts it in its own process group, as a terminal does. */
  readonly detached?: boolean | undefined;
}

/** Compiled code of earlier starts takes a third off each start. */
const inherited = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' };

/** Starts a built program with this environment and Node's compile cache. Kills it after the test if it still runs. */
export function startBuilt(
  program: 'server' | 'shop',
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  options: BuiltOptions = {},
): StartedProgram {
  return startProgram([process.execPath, join(projectRoot, 'dist/server', `${program}.js`), ...args], env, options);
}

/** Starts a command line as `startBuilt` does. */
export function startProgram(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  { detached = false }: BuiltOptions = {},
): StartedProgram {
  const child = spawn(command, args, {
    cwd: projectRoot,
    env: { ...inherited, NODE_ENV: 'production', LOG_LEVEL: 'silent', ...env },
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
  const ended = new Promise<ProgramResult>((resolve) =>
    child.once('close', (code) => resolve({ code, output, errors })),
  );
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  });
  return { process: child, ended, output: () => output, errors: () => errors };
}
