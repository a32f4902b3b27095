import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { type Address, isPublicAddress, type ResolveHost, resolveAddresses, resolveByDns } from './public-address.ts';

export interface FetchOptions {
  readonly maxBytes: number;
  /** Milliseconds for DNS, redirects and body together. Default 10,000. */
  readonly timeout?: number | undefined;
  /** Default: images. */
  readonly accept?: string | undefined;
  /** Addresses that count as public. Only for tests, whose servers are local. */
  readonly allowPrivate?: readonly string[] | undefined;
  readonly resolve?: ResolveHost | undefined;
  readonly maxRedirects?: number | undefined;
  /** Sends this instead of asking for something. Any 2xx is a success then. */
  readonly post?: PostedBody | undefined;
}

interface PostedBody {
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type FetchFailure =
  /** `reason`: `ADDRESS` (no http or https address), `STATUS_404`, or the network's code. */
  | { readonly ok: false; readonly code: 'NOT_FETCHED'; readonly reason: string }
  | { readonly ok: false; readonly code: 'PRIVATE_ADDRESS' | 'TOO_LARGE' | 'TOO_MANY_REDIRECTS' | 'TIMEOUT' };

export type Fetched = { readonly ok: true; readonly bytes: Buffer } | FetchFailure;
type Hop = Fetched | { readonly redirect: string };

/**
 * Fetches an untrusted URL, or sends something to it, with limits of bytes and time. Resolves each hop's name once, requires
 * all its addresses to be public and connects to those, which prevents DNS rebinding.
 */
export async function fetchBytes(address: string, options: FetchOptions): Promise<Fetched> {
  const signal = AbortSignal.timeout(options.timeout ?? 10_000);
  const timeout = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([followRedirects(address, options, signal), timeout]);
  } catch (error) {
    if (signal.aborted) return { ok: false, code: 'TIMEOUT' };
    return createNotFetched(error instanceof Error && 'code' in error ? String(error.code) : 'CONNECTION');
  }
}

const createNotFetched = (reason: string): FetchFailure => ({ ok: false, code: 'NOT_FETCHED', reason });

async function followRedirects(address: string, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
  let next = address;
  const { maxRedirects = 3 } = options;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    if (!URL.canParse(next)) return createNotFetched('ADDRESS');
    const url = new URL(next);
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) return createNotFetched('ADDRESS');
    const addresses = await resolveAddresses(url, options.resolve ?? resolveByDns);
    const isAllowed = ({ address: ip }: Address) => isPublicAddress(ip) || options.allowPrivate?.includes(ip);
    if (!addresses.every(isAllowed)) {
      return { ok: false, code: 'PRIVATE_ADDRESS' };
    }
    const hop = await requestHop(url, addresses, options, signal);
    if (!('redirect' in hop)) return hop;
    next = URL.canParse(hop.redirect, url) ? new URL(hop.redirect, url).href : hop.redirect;
  }
  return { ok: false, code: 'TOO_MANY_REDIRECTS' };
}

async function requestHop(
  url: URL,
  addresses: Address[],
  { maxBytes, accept = 'image/avif,image/webp,image/*', post }: FetchOptions,
  signal: AbortSignal,
): Promise<Hop> {
  const agent = new Agent({ connect: { lookup: createFixedLookup(addresses) }, connections: 1, pipelining: 0 });
  const postHeaders = post && { 'content-type': post.type, ...post.headers };
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      signal,
      headers: { accept, 'accept-encoding': 'identity', 'user-agent': 'Vitrine', ...postHeaders },
      ...(post && { method: 'POST', body: post.body }),
    });
    // Destroying the connection discards unread responses.
    body.on('error', () => {});
    if ([301, 302, 303, 307, 308].includes(statusCode)) return { redirect: String(headers.location ?? '') };
    const isSuccess = post ? statusCode >= 200 && statusCode < 300 : statusCode === 200;
    if (!isSuccess) return createNotFetched(`STATUS_${statusCode}`);
    if (Number(headers['content-length']) > maxBytes) return { ok: false, code: 'TOO_LARGE' };
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) return { ok: false, code: 'TOO_LARGE' };
      chunks.push(chunk);
    }
    return { ok: true, bytes: Buffer.concat(chunks) };
  } finally {
    agent.destroy().catch(() => {});
  }
}

/** A DNS lookup that returns these addresses only. */
function createFixedLookup(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (!first) callback(new Error('no address'), '', 0);
    else if (all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}
