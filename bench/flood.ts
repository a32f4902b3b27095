import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
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
 * Asks for one address after another on one connection, as fast as the answers come. Written on
 * sockets, because a client library would measure itself at these rates.
 */
function ask(socket: Socket, requests: readonly Buffer[], until: number, seen: (status: number, ms: number) => void) {
  return new Promise<void>((resolve) => {
    let at = Math.floor(Math.random() * requests.length);
    let start = 0;
    let status = 0;
    let missing = 0;
    const next = () => {
      if (performance.now() > until) return void socket.end();
      start = performance.now();
      at = (at + 1) % requests.length;
      socket.write(requests[at] as Buffer);
    };
    socket.on('close', () => {
      if (performance.now() < until) seen(0, 0);
      resolve();
    });
    socket.on('data', (chunk) => {
      if (missing === 0) {
        status = Number(chunk.toString('latin1', 9, 12));
        const length = chunk.indexOf('content-length: ') + 16;
        missing =
          Number.parseInt(chunk.toString('latin1', length, length + 8), 10) + chunk.indexOf('\r\n\r\n', length) + 4;
      }
      missing -= chunk.length;
      if (missing > 0) return;
      missing = 0;
      seen(status, performance.now() - start);
      next();
    });
    next();
  });
}

async function open(url: URL): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
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
const note = (status: number, ms: number) => {
  if (status === 200) times.served.push(ms);
  else if (status === 503) times.refused.push(ms);
  else failed += 1;
};
const url = new URL(values.url ?? '');
const requests = (JSON.parse(values.paths ?? '[]') as string[]).map((path) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n`),
);
// Node accepts one connection in each turn of its event loop, so all are opened before the crowd begins.
const sockets = await Promise.all(Array.from({ length: Number(values.connections) }, () => open(url)));
await sleep(500);
process.stdout.write('ready\n');
const until = performance.now() + Number(values.seconds) * 1000;
await Promise.all(sockets.map((socket) => ask(socket, requests, until, note)));
const result: Flooded = {
  served: times.served.length,
  servedP99: percentile(times.served, 0.99),
  refused: times.refused.length,
  refusedP99: percentile(times.refused, 0.99),
  failed,
};
process.stdout.write(JSON.stringify(result));
