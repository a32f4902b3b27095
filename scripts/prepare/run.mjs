import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Something a person has to act on: what failed, what to do, and what the failing program printed. */
export class SetupError extends Error {
  constructor(what, advice, output = '') {
    super(what);
    this.advice = advice;
    this.output = output;
  }

  report() {
    const lines = this.output.trimEnd().split('\n').slice(-60).join('\n');
    return [lines, `\n${this.message}`, this.advice].filter((part) => part.trim() !== '').join('\n');
  }
}

const running = new Set();

/** Ends every program started by `run`, with all that they started. */
function stopAll(signal = 'SIGTERM') {
  for (const child of running) stop(child, signal);
}

function stop(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

let listening = false;

function passSignalsOn() {
  if (listening) return;
  listening = true;
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ]) {
    process.on(signal, () => {
      stopAll(signal);
      process.exit(128 + number);
    });
  }
}

/**
 * Runs a program in a process group of its own, so that it can be ended with all its children.
 * @param {string[]} command program and arguments
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, limit?: number }} options limit in milliseconds
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>} output is stdout and stderr as they came
 */
export function run([program, ...args], { cwd, env = process.env, limit = 0 }) {
  passSignalsOn();
  return new Promise((done) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    running.add(child);
    const chunks = [];
    let timedOut = false;
    const timer = limit > 0 ? setTimeout(expire, limit) : undefined;
    function expire() {
      timedOut = true;
      stop(child, 'SIGKILL');
    }
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => finish(127, `${program}: ${error.message}`));
    child.on('close', (code, signal) => finish(code ?? 1, signal === null ? '' : `ended by ${signal}`));
    function finish(code, note) {
      clearTimeout(timer);
      running.delete(child);
      done({ code, output: Buffer.concat(chunks).toString('utf8') + note, timedOut });
    }
  });
}

/** The Node that the shop runs on: the installed one, else this one. */
export function shopNode(root) {
  const own = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  return existsSync(own) ? own : process.execPath;
}

/** The environment with the installed programs first on the path. */
export function withInstalledFirst(root, env = process.env) {
  return { ...env, PATH: [join(root, 'node_modules', '.bin'), env.PATH].filter(Boolean).join(delimiter) };
}

/** Colours in what is shown later on this stream, for programs that write into a pipe now. */
export function colours(stream, env = process.env) {
  if (env.FORCE_COLOR || env.NO_COLOR) return {};
  return stream.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
}

/** Whole seconds and tenths since a `Date.now()`. */
export function secondsSince(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}
