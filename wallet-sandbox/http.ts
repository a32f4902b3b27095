import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const maxBody = 1_000_000;

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBody) throw new Error('the request’s body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  if (body === undefined) {
    response.writeHead(status, { ...headers }).end();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function sendText(response: ServerResponse, status: number, type: string, text: string, headers: object = {}) {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(text);
}

export interface Listening {
  readonly port: number;
  stop(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export async function listen(answer: Answer, port: number, host: string): Promise<Listening> {
  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error('wallet-sandbox:', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
