import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv4 } from 'node:net';
import type { Config } from '#platform/config/config.ts';

/** Whether a host name, in the form that URLs have, is an address of this machine only. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));
}

/**
 * Refuses requests that no legitimate client sends, before all other processing.
 * HTTP versions other than 1.0 and 1.1 and a second `Host` header get 400: proxies disagree about
 * their meaning (RFC 9112, 3.2). A demo shop answers a foreign `Host` with 421: a website could otherwise
 * point its own name at this machine and read the shop through the visitor's browser.
 * @returns whether the request was answered
 */
export function createRequestGuard(
  config: Pick<Config, 'mode' | 'publicUrl'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const publicHost = new URL(config.publicUrl).host;
  const isOwnHost = (host: string | undefined) => {
    if (config.mode !== 'demo' || host === undefined || host === publicHost) return true;
    const url = URL.parse(`http://${host}`);
    return url !== null && isLoopbackHost(url.hostname);
  };
  return (request, response) => {
    const { httpVersion, rawHeaders, headers } = request;
    if ((httpVersion !== '1.1' && httpVersion !== '1.0') || hasTwoHosts(rawHeaders)) {
      return sendFailure(response, 400, 'bad_request', 'The request can’t be read.');
    }
    if (isOwnHost(headers.host)) return false;
    return sendFailure(response, 421, 'foreign_host', 'A shop in demo mode answers on this machine only.');
  };
}

function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function sendFailure(response: ServerResponse, status: number, code: string, message: string): true {
  const body = JSON.stringify({ code, message, data: { status } });
  const headers = { 'content-type': 'application/json; charset=utf-8', connection: 'close' };
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
  return true;
}
