import type { Chance } from '#tests/support/chance.ts';
import type { Sending } from './exchange.ts';
import { oddNames, oddValues } from './shaped-calls.ts';

export interface FuzzedRoute {
  readonly method: string;
  /** Fastify pattern: `/product/:slug`. */
  readonly path: string;
}

/** Real names and values for requests. */
export interface Corpus {
  readonly routes: readonly FuzzedRoute[];
  /** Names of fields and parameters that some route reads. */
  readonly names: readonly string[];
  /** Slugs of existing products and categories. */
  readonly slugs: readonly string[];
}

const values = [
  '',
  '0',
  '1',
  '-1',
  '1e309',
  '9'.repeat(40),
  'NaN',
  'true',
  '\0',
  'plain\0',
  '%',
  '../../../../etc/passwd',
  '\\..\\..\\windows',
  'x'.repeat(3000),
  `'";--%_\\(*`,
  '<script>alert(1)</script>',
  '#{7*7}{{7*7}}',
  '\u202e\u2066emoji \u{1f600}',
  'a\r\nSet-Cookie: planted=1',
  '[object Object]',
  '00000000-0000-4000-8000-000000000000',
  'bank_transfer',
  'somebody@example.com',
  'javascript:alert(1)',
  '//evil.example/',
];

const escapes = ['%zz', '%', '%00', '%ff%fe', '%ed%a0%bd', '%2e%2e%2f', '%252f', '+', '%0d%0a'];

const contentTypes = [
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'multipart/form-data; boundary="',
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  '',
  ';;;',
];

const headerLines = [
  'Accept: text/html',
  'Accept: application/json',
  'Accept-Encoding: br;q=x, gzip;q=0,,identity;q=2',
  'Accept-Encoding: br',
  'Accept-Language: ,;q=,*',
  'Connection: keep-alive, upgrade',
  'Cookie: visitor=a.b; vt_hint=%zz; vt_notice=%%%',
  `Cookie: visitor=${'x'.repeat(3000)}`,
  'Cookie: =; ; ;=;vt_notice=W10',
  'Expect: 100-continue',
  'If-None-Match: W/"x", *, "',
  'If-Modified-Since: never',
  'Origin: null',
  'Origin: https://evil.example',
  'Range: bytes=0-,5-1,-',
  'Referer: http://[::1',
  'Sec-Fetch-Site: cross-site',
  'Sec-Purpose: prefetch;prerender',
  'Save-Data: on',
  'Transfer-Encoding: gzip, chunked',
  'Upgrade: websocket',
  'X-Forwarded-For: not an address, 1.2.3.4, ::::',
  'X-Forwarded-Host: evil.example',
  'X-HTTP-Method-Override: DELETE',
  'X-HTTP-Method-Override: TRACE',
  'X-Vitrine-Nonce: x',
  'Host: evil.example',
  `X-Long: ${'x'.repeat(20_000)}`,
];

const methods = [
  'GET',
  'GET',
  'GET',
  'POST',
  'POST',
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'BREW',
];

/** Random requests to registered routes, complete or broken, and bytes that are not HTTP. */
export function randomSending(chance: Chance, corpus: Corpus): Sending {
  const kind = chance.whole(1, 20);
  if (kind === 1) return createSending(createGarbage(chance), chance);
  if (kind === 2) return unfinishedMultipart(chance);
  const count = kind === 3 ? chance.whole(2, 8) : 1;
  const requests = Array.from({ length: count }, () => randomRequest(chance, corpus));
  const bytes = Buffer.concat(requests);
  if (kind === 4) return createSending(bytes.subarray(0, chance.whole(1, bytes.length)), chance);
  if (kind === 5) return splitRequest(bytes, chance);
  return { parts: [bytes], pause: 0, patience: chance.happens(0.1) ? chance.whole(0, 10) : 1500 };
}

const createSending = (bytes: Buffer, chance: Chance): Sending => ({
  parts: [bytes],
  pause: 0,
  patience: chance.whole(10, 400),
});

function splitRequest(bytes: Buffer, chance: Chance): Sending {
  const size = Math.max(1, Math.ceil(bytes.length / chance.whole(2, 12)));
  const parts: Buffer[] = [];
  for (let index = 0; index < bytes.length; index += size) parts.push(bytes.subarray(index, index + size));
  return { parts, pause: chance.whole(1, 30), patience: 1500 };
}

function createGarbage(chance: Chance): Buffer {
  const bytes = Buffer.from(Array.from({ length: chance.whole(1, 600) }, () => chance.whole(0, 255)));
  const starts = [
    '',
    'GET ',
    'GET / HTTP/1.1\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\u0016\u0003\u0001',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
  ];
  return Buffer.concat([Buffer.from(chance.pick(starts), 'latin1'), bytes]);
}

/** Many fields of 64 kB on a connection that stays open. */
function unfinishedMultipart(chance: Chance): Sending {
  const head = 'POST /ajax HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n';
  const value = 'x'.repeat(64 * 1024 - 200);
  const field = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const isChunked = chance.happens(0.5);
  const parts = Array.from({ length: 12 }, (_, index) => {
    const text = field(`f${index}`);
    return Buffer.from(isChunked ? `${text.length.toString(16)}\r\n${text}\r\n` : text);
  });
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${chance.whole(1, 300_000)}`;
  return { parts: [Buffer.from(`${head}${length}\r\n\r\n`), ...parts], pause: 5, patience: 1500 };
}

function randomRequest(chance: Chance, corpus: Corpus): Buffer {
  const route = chance.pick(corpus.routes);
  const method = chance.happens(0.8) ? route.method : chance.pick(methods);
  const target = randomTarget(chance, corpus, route.path);
  const type = chance.pick(contentTypes);
  const hasBody = method !== 'GET' && method !== 'HEAD' ? chance.happens(0.9) : chance.happens(0.1);
  const body = hasBody ? randomBody(chance, corpus, type) : Buffer.alloc(0);
  const lines = Array.from({ length: chance.whole(0, 5) }, () => chance.pick(headerLines));
  const wrong = chance.happens(0.1) ? chance.whole(-5, 50) : 0;
  const length = Math.max(0, body.length + wrong);
  const head = [
    `${method} ${target} HTTP/1.${chance.happens(0.95) ? 1 : 0}`,
    'Host: localhost',
    ...(hasBody ? [`Content-Type: ${type}`, `Content-Length: ${length}`] : []),
    ...lines,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

function randomValue(chance: Chance, { slugs }: Corpus): string {
  if (chance.happens(0.3)) return String(chance.whole(0, 200));
  return chance.happens(0.3) ? chance.pick(slugs) : chance.pick(values);
}

function encodeRandomly(chance: Chance, value: string): string {
  return chance.happens(0.1) ? chance.pick(escapes) : encodeURIComponent(value.toWellFormed());
}

function randomTarget(chance: Chance, corpus: Corpus, path: string): string {
  const filled = path.replace(/:\w+|\*/g, () => encodeRandomly(chance, randomValue(chance, corpus)) || 'x');
  const changed = chance.happens(0.05) ? `${filled}${chance.pick(['/', '//', '/..', '%00', '?', '#', '\\'])}` : filled;
  if (chance.happens(0.3)) return changed;
  return `${changed}?${randomPairs(chance, corpus)}`.slice(0, 12_000);
}

/** Names and values of a form or query. */
function randomPairs(chance: Chance, corpus: Corpus): string {
  if (chance.happens(0.03)) return Array.from({ length: 501 }, (_, index) => `${index}=`).join('&');
  const count = chance.whole(0, 12);
  const pairs = Array.from({ length: count }, () => {
    const name = chance.pick([...corpus.names, ...oddNames, 'quantity[1]', 'a[]', 'a[constructor][then]']);
    return `${encodeRandomly(chance, name)}${chance.happens(0.95) ? '=' : ''}${encodeRandomly(chance, randomValue(chance, corpus))}`;
  });
  return pairs.join(chance.happens(0.95) ? '&' : '&&');
}

function randomBody(chance: Chance, corpus: Corpus, type: string): Buffer {
  if (chance.happens(0.03)) return Buffer.alloc(chance.whole(200_000, 400_000), 'a=b&');
  if (type.startsWith('application/json')) return Buffer.from(randomJson(chance, corpus));
  if (type.startsWith('multipart')) return Buffer.from(randomMultipart(chance, corpus));
  return Buffer.from(randomPairs(chance, corpus));
}

function randomJson(chance: Chance, corpus: Corpus): string {
  if (chance.happens(0.1))
    return chance.pick([
      '{',
      '[]',
      'null',
      '"x"',
      '['.repeat(5000),
      `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`,
      '{"__proto__":1}',
      '1e999',
    ]);
  const deep = { a: [{ b: [null, [], {}] }] };
  const entries = Array.from({ length: chance.whole(0, 12) }, () => {
    const value = randomValue(chance, corpus);
    const name = chance.happens(0.9) ? chance.pick(corpus.names) : chance.pick(oddNames);
    return [name, chance.pick([value, Number(value), [value, value], null, true, deep, ...oddValues])] as const;
  });
  return JSON.stringify(Object.fromEntries(entries));
}

function randomMultipart(chance: Chance, corpus: Corpus): string {
  const parts = Array.from({ length: chance.whole(0, 8) }, () => {
    const name = chance.pick(corpus.names);
    const file = chance.happens(0.1) ? `; filename="${chance.pick(['a.php', '', '../x'])}"` : '';
    const header = chance.happens(0.9) ? `Content-Disposition: form-data; name="${name}"${file}` : 'X: y';
    return `--b\r\n${header}\r\n\r\n${randomValue(chance, corpus)}\r\n`;
  });
  return `${parts.join('')}${chance.happens(0.8) ? '--b--\r\n' : ''}`;
}
