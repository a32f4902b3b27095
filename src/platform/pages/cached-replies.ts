import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Entry, Variant } from './cache-entry.ts';
import { chooseCoding } from './content-coding.ts';
import type { PageStore } from './pages.ts';

/**
 * Answers a GET or HEAD request from the page cache before Fastify handles it.
 * @returns whether the request was answered
 */
export function answerFromCache(pages: PageStore, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const found = pages.find(request.url ?? '');
  if (!found) return false;
  pages.statistics.hits += 1;
  pages.countRequest(found.key, found.entry);
  sendEntry(pages, found, request, response);
  return true;
}

export function sendEntry(
  pages: PageStore,
  { key, entry }: { readonly key: string; readonly entry: Entry },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const variant = pages.variant(key, entry, chooseCoding(request.headers['accept-encoding'] as string | undefined));
  if ('then' in variant) {
    variant.then(
      (made) => send(pages, entry, made, request, response),
      () => send(pages, entry, entry.plain, request, response),
    );
  } else send(pages, entry, variant, request, response);
}

function send(
  pages: PageStore,
  entry: Entry,
  { body, headers }: Variant,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const known = request.headers['if-none-match'];
  if (entry.status === 200 && known !== undefined && hasMatchingTag(known, entry.hash)) {
    pages.statistics.notModified += 1;
    const { 'content-length': _length, 'content-type': _type, 'content-encoding': _coding, ...rest } = headers;
    response.writeHead(304, rest).end();
    return;
  }
  response.writeHead(entry.status, headers);
  if (request.method === 'HEAD') response.end();
  else response.end(body);
}

/** Whether If-None-Match names this page in any coding (RFC 9110, 13.1.2). */
function hasMatchingTag(header: string, hash: string): boolean {
  return header === '*' || header.includes(`"${hash}"`) || header.includes(`"${hash}-`);
}
