import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from './statistics.ts';

/** Output of a process that runs this file, as JSON. Times are in milliseconds. */
export interface FloodResult {
  readonly served: number;
  readonly servedP99: number;
  readonly refused: number;
  readonly refusedP99: number;
  /** Responses other than 200 and 503, and broken connections. */
  readonly failed: number;
}

/**
 * Sends one request after another on a connection until the deadline. Uses sockets, because a
 * client library would be the bottleneck at these rates.
 */
function sendRequests(
  socket: Socket,
  requests: readonly Buffer[],
  deadline: number,
  onResponse: (status: number, ms: number) => void,
) {
  return new Promise<void>((resolve) => {
    let index = Math.floor(Math.random() * requests.length);
    let start = 0;
    let status = 0;
    let bytesMissing = 0;
    const next = () => {
      if (performance.now() > deadline) return void socket.end();
      start = performance.now();
      index = (index + 1) % requests.length;
      socket.write(requests[index] as Buffer);
    };
    socket.on('close', () => {
      if (performance.now() < deadline) onResponse(0, 0);
      resolve();
    });
    socket.on('data', (chunk) => {
      if (bytesMissing === 0) {
        status = Number(chunk.toString('latin1', 9, 12));
        const length = chunk.indexOf('content-length: ') + 16;
        bytesMissing =
          Number.parseInt(chunk.toString('latin1', length, length + 8), 10) + chunk.indexOf('\r\n\r\n', length) + 4;
      }
      bytesMissing -= chunk.length;
      if (bytesMissing > 0) return;
      bytesMissing = 0;
      onResponse(status, performance.now() - start);
      next();
    });
    next();
  });
}

async function openSocket(url: URL): Promise<Socket> {
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
const durations: Record<'served' | 'refused', number[]> = { served: [], refused: [] };
let failed = 0;
const recordResponse = (status: number, ms: number) => {
  if (status === 200) durations.served.push(ms);
  else if (status === 503) durations.refused.push(ms);
  else failed += 1;
};
const url = new URL(values.url ?? '');
const requests = (JSON.parse(values.paths ?? '[]') as string[]).map((path) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n`),
);
// Node accepts one connection per turn of its event loop, so all are opened before the load starts.
const sockets = await Promise.all(Array.from({ length: Number(values.connections) }, () => openSocket(url)));
await sleep(500);
process.stdout.write('ready\n');
const deadline = performance.now() + Number(values.seconds) * 1000;
await Promise.all(sockets.map((socket) => sendRequests(socket, requests, deadline, recordResponse)));
const result: FloodResult = {
  served: durations.served.length,
  servedP99: percentile(durations.served, 0.99),
  refused: durations.refused.length,
  refusedP99: percentile(durations.refused, 0.99),
  failed,
};
process.stdout.write(JSON.stringify(result));
