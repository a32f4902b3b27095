import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from './statistics.ts';

export interface Load {
  /** Each connection asks for one of them, again and again. */
  readonly urls: readonly string[];
  readonly connections: number;
  readonly seconds?: number | undefined;
  /** Ends after so many answers instead. */
  readonly amount?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Fired {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
}

interface CannonResult {
  readonly requests: { readonly total: number; readonly average: number };
  readonly latency: { readonly p99: number };
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
}

const autocannon = fileURLToPath(import.meta.resolve('autocannon'));
const run = promisify(execFile);

/** Asks as fast as the answers come, from a process of its own. Any answer but a good one ends the benchmark. */
export async function fire({ urls, connections, seconds = 5, amount, headers = {} }: Load): Promise<Fired> {
  const length = amount === undefined ? ['-d', String(seconds)] : ['-a', String(amount)];
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const options = ['--json', '-c', String(connections), ...length, ...fields, ...urls];
  const { stdout } = await run(process.execPath, [autocannon, ...options], { maxBuffer: 64 * 1024 * 1024 });
  const { requests, latency, errors, timeouts, non2xx } = JSON.parse(stdout) as CannonResult;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`${errors} requests failed, ${timeouts} timed out, ${non2xx} were not answered well: ${urls[0]}`);
  }
  return { requests: requests.total, perSecond: requests.average, p99: latency.p99 };
}

export interface Rounds {
  readonly perSecond: number;
  readonly p99: number;
  /** Processor time of the server for one request, in microseconds; null where the system doesn't say. */
  readonly processor: number | null;
}

/** The medians of several rounds of each server in turn, after one round that counts for nothing. */
export async function fireInTurn<Name extends string>(
  servers: Readonly<Record<Name, { readonly pid: number; readonly load: Load }>>,
  rounds: number,
): Promise<Record<Name, Rounds>> {
  const names = Object.keys(servers) as Name[];
  const seen = new Map<Name, Rounds[]>(names.map((name) => [name, []]));
  for (const name of names) await fire(servers[name].load);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) seen.get(name)?.push(await oneRound(servers[name].pid, servers[name].load));
  }
  const summed = names.map((name) => [name, summary(seen.get(name) ?? [])] as const);
  return Object.fromEntries(summed) as Record<Name, Rounds>;
}

async function oneRound(pid: number, load: Load): Promise<Rounds> {
  const before = processorTime(pid);
  const { requests, perSecond, p99 } = await fire(load);
  const after = processorTime(pid);
  return { perSecond, p99, processor: before === null || after === null ? null : (after - before) / requests };
}

function summary(rounds: readonly Rounds[]): Rounds {
  const times = rounds.map(({ processor }) => processor).filter((time) => time !== null);
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p99: median(rounds.map((round) => round.p99)),
    processor: times.length === 0 ? null : median(times),
  };
}

/** Of Linux, in microseconds; its clock ticks a hundred times a second. */
function processorTime(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return null;
  }
}
