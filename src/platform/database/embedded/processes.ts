import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProcessInfo {
  /** Start time, which distinguishes a process from a later one with the same id; undefined when unknown. */
  startedAt: string | undefined;
  command: string;
}

/** Returns undefined when the process does not run. A zombie counts as dead. */
export function readProcess(pid: number): ProcessInfo | undefined {
  if (!processExists(pid)) return undefined;
  if (process.platform === 'linux') return readLinuxProcess(pid);
  if (process.platform === 'win32') return { startedAt: undefined, command: '' };
  return readUnixProcess(pid);
}

export function isAlive(pid: number): boolean {
  return readProcess(pid) !== undefined;
}

/** @returns false when the process still runs after this time */
export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** @returns false when the process does not exist or may not be signalled */
export function sendSignal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Identifies the scope of process ids: the current boot of the machine and, in a container, the container. */
export function getMachineId(): string {
  if (process.platform !== 'linux') return hostname();
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function readLinuxProcess(pid: number): ProcessInfo | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name, in brackets, may itself contain spaces and brackets. State is field 3, start time
    // field 22 (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { startedAt: fields[19], command };
  } catch {
    // The process has ended, or is not visible to this user.
    return processExists(pid) ? { startedAt: undefined, command: '' } : undefined;
  }
}

function readUnixProcess(pid: number): ProcessInfo | undefined {
  try {
    const format = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' }, stdio: 'pipe' } as const;
    const columns = ['-o', 'stat=', '-o', 'lstart=', '-o', 'command='];
    const line = execFileSync('ps', ['-p', String(pid), ...columns], format).trim();
    const [state = '', ...rest] = line.split(/\s+/);
    if (line === '' || state.startsWith('Z')) return undefined;
    // The start time `lstart` has five words: Sat Nov 21 10:49:31 2026.
    return { startedAt: rest.slice(0, 5).join(' '), command: rest.slice(5).join(' ') };
  } catch {
    return undefined;
  }
}
