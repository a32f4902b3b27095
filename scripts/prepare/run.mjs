import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** An error for the operator: what failed, what to do, and the output of the failed program. */
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

/** Ends every program started by `run`, with its child processes. */
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

let isForwarding = false;

function forwardSignals() {
  if (isForwarding) return;
  isForwarding = true;
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
 * Runs a program in its own process group, so that it can be ended with its children.
 * @param {string[]} command program and arguments
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, limit?: number }} options limit in milliseconds
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>} output: stdout and stderr
 */
export function run([program, ...args], { cwd, env = process.env, limit = 0 }) {
  forwardSignals();
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

/** Path of the Node that runs the shop: the installed one, else this one. */
export function shopNode(root) {
  const installed = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  return existsSync(installed) ? installed : process.execPath;
}

/** The environment with node_modules/.bin first in PATH. */
export function withInstalledFirst(root, env = process.env) {
  return { ...env, PATH: [join(root, 'node_modules', '.bin'), env.PATH].filter(Boolean).join(delimiter) };
}

/** Turns colours on for a program whose piped output is shown on this stream later. */
export function colourEnvironment(stream, env = process.env) {
  if (env.FORCE_COLOR || env.NO_COLOR) return {};
  return stream.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
}

export function secondsSince(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}
