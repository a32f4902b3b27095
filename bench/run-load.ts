import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from './statistics.ts';

export interface Load {
  /** Each connection requests one of them repeatedly. */
  readonly urls: readonly string[];
  readonly connections: number;
  readonly seconds?: number | undefined;
  /** Number of responses after which the load ends, instead of `seconds`. */
  readonly amount?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
}

interface AutocannonReport {
  readonly requests: { readonly total: number; readonly average: number };
  readonly latency: { readonly p99: number };
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
}

const autocannon = fileURLToPath(import.meta.resolve('autocannon'));
const run = promisify(execFile);

/**
 * Runs autocannon in its own process: each connection sends its next request after a response.
 * @throws Error when a request failed, timed out or was not answered with 2xx
 */
export async function runLoad({ urls, connections, seconds = 5, amount, headers = {} }: Load): Promise<LoadResult> {
  const length = amount === undefined ? ['-d', String(seconds)] : ['-a', String(amount)];
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const options = ['--json', '-c', String(connections), ...length, ...fields, ...urls];
  const { stdout } = await run(process.execPath, [autocannon, ...options], { maxBuffer: 64 * 1024 * 1024 });
  const { requests, latency, errors, timeouts, non2xx } = JSON.parse(stdout) as AutocannonReport;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(
      `${errors} requests failed, ${timeouts} timed out, ${non2xx} were not answered with 2xx: ${urls[0]}`,
    );
  }
  return { requests: requests.total, perSecond: requests.average, p99: latency.p99 };
}

export interface LoadSummary {
  readonly perSecond: number;
  readonly p99: number;
  /** Processor time of the server per request, in microseconds; null except on Linux. */
  readonly processorTime: number | null;
}

/** Medians of several rounds, taken in turn from each server after one warm-up round. */
export async function runLoadsInTurn<Name extends string>(
  servers: Readonly<Record<Name, { readonly pid: number; readonly load: Load }>>,
  rounds: number,
): Promise<Record<Name, LoadSummary>> {
  const names = Object.keys(servers) as Name[];
  const results = new Map<Name, LoadSummary[]>(names.map((name) => [name, []]));
  for (const name of names) await runLoad(servers[name].load);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results.get(name)?.push(await runRound(servers[name].pid, servers[name].load));
  }
  const summed = names.map((name) => [name, summarizeRounds(results.get(name) ?? [])] as const);
  return Object.fromEntries(summed) as Record<Name, LoadSummary>;
}

async function runRound(pid: number, load: Load): Promise<LoadSummary> {
  const before = readProcessorTime(pid);
  const { requests, perSecond, p99 } = await runLoad(load);
  const after = readProcessorTime(pid);
  return { perSecond, p99, processorTime: before === null || after === null ? null : (after - before) / requests };
}

function summarizeRounds(rounds: readonly LoadSummary[]): LoadSummary {
  const times = rounds.map(({ processorTime }) => processorTime).filter((time) => time !== null);
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p99: median(rounds.map((round) => round.p99)),
    processorTime: times.length === 0 ? null : median(times),
  };
}

/** Microseconds from `/proc`, which counts in ticks of 10 ms; null except on Linux. */
function readProcessorTime(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return null;
  }
}
