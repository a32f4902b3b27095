import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly body: Buffer;
  readonly headers: Record<string, string>;
  readonly event: { id: string; event_type: string; resource: Record<string, unknown> };
}

export interface Receiver {
  readonly url: string;
  readonly events: Received[];
  /** What the next requests are answered with; 200 when empty. */
  readonly statuses: number[];
  types(): string[];
  stop(): Promise<void>;
}

/** A shop that only takes webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const events: Received[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    events.push({ body, headers: request.headers as Record<string, string>, event: JSON.parse(body.toString()) });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    events,
    statuses,
    types: () => events.map(({ event }) => event.event_type),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
