import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers 503 with as many bytes as the busy page: the least that a refusal can cost. */
const body = Buffer.alloc(2_500, 'a');
const server = createServer((_, response) => {
  response.writeHead(503, { 'content-length': String(body.length) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
