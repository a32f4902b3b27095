import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { percentile } from './statistics.ts';

/** What a process that runs this file prints as JSON. Times in milliseconds. */
export interface Flooded {
  readonly served: number;
  readonly servedP99: number;
  readonly refused: number;
  readonly refusedP99: number;
  /** Answers that are neither 200 nor 503, and connections that broke. */
  readonly failed: number;
}

/**
 * One connection that asks for one address after another, as fast as the answers come. Written on
 * sockets, because a client library would measure itself at these rates.
 */
function ask(
  url: URL,
  paths: readonly string[],
  until: number,
  seen: (status: number, ms: number) => void,
): Promise<void> {
  const requests = paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n`),
  );
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname);
    let at = Math.floor(Math.random() * requests.length);
    let start = 0;
    let status = 0;
    let missing = 0;
    const next = () => {
      if (performance.now() > until) return void socket.end(resolve);
      start = performance.now();
      missing = 0;
      at = (at + 1) % requests.length;
      socket.write(requests[at] as Buffer);
    };
    socket.on('connect', next);
    socket.on('error', () => {
      seen(0, 0);
      resolve();
    });
    socket.on('data', (chunk) => {
      if (missing === 0) {
        const head = chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        status = Number(head.slice(9, 12));
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) + end + 4;
      }
      missing -= chunk.length;
      if (missing > 0) return;
      seen(status, performance.now() - start);
      next();
    });
  });
}

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    paths: { type: 'string' },
    connections: { type: 'string' },
    seconds: { type: 'string' },
  },
});
const times: Record<'served' | 'refused', number[]> = { served: [], refused: [] };
let failed = 0;
const until = performance.now() + Number(values.seconds) * 1000;
const paths = JSON.parse(values.paths ?? '[]') as string[];
await Promise.all(
  Array.from({ length: Number(values.connections) }, () =>
    ask(new URL(values.url ?? ''), paths, until, (status, ms) => {
      if (status === 200) times.served.push(ms);
      else if (status === 503) times.refused.push(ms);
      else failed += 1;
    }),
  ),
);
const result: Flooded = {
  served: times.served.length,
  servedP99: percentile(times.served, 0.99),
  refused: times.refused.length,
  refusedP99: percentile(times.refused, 0.99),
  failed,
};
process.stdout.write(JSON.stringify(result));
