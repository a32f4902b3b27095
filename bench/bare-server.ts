import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BareResponse } from './start-bare-server.ts';

/** Answers every request with one response, which the parent process sends. */
process.once('message', ({ status, headers, body }: BareResponse) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((request, response) => {
    const answer = () => response.writeHead(status, headers).end(bytes);
    if (request.method === 'GET') answer();
    else request.resume().on('end', answer);
  });
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
