import { policyHeader } from '#platform/http/security/policy-headers.ts';
import type { StoredPage } from './cache.ts';
import { type Coding, compress, createBodyHash, encodeText, minCompressedBytes } from './content-coding.ts';
import type { PageView, RawView } from './page.ts';
import { speculationHeaders } from './speculation-rules.ts';

export interface Variant {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A rendered page in the content codings that were requested so far. */
export interface Entry extends StoredPage {
  readonly status: number;
  readonly hash: string;
  readonly tagHeader: string;
  readonly plain: Variant;
  readonly variants: Map<Coding, Variant | Promise<Variant>>;
  requests: number;
  /** Whether better compression was started. */
  isImproved: boolean;
}

/** Maximum age in milliseconds. */
const maxAge = 24 * 60 * 60 * 1000;
/** Estimated bytes of headers, tags and cache bookkeeping. */
const overheadBytes = 1024;

/**
 * @param shared headers that every reply has
 * @param now milliseconds since 1970
 */
export function createCacheEntry(
  text: string,
  view: PageView | RawView,
  shared: Readonly<Record<string, string>>,
  now: number,
): Entry {
  const body = encodeText(text);
  // The policy is part of the hash, because not all browsers apply the policy of a reply with 304.
  const hash = createBodyHash(body, shared[policyHeader]);
  const tags = [...new Set(view.tags)];
  const tagHeader = tags.join(',');
  const headers = {
    ...shared,
    ...(view.kind === 'raw' ? view.headers : speculationHeaders),
    'content-type': view.kind === 'raw' ? view.type : 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, s-maxage=0, must-revalidate',
    vary: 'Accept-Encoding',
    etag: `"${hash}"`,
    'content-length': String(body.byteLength),
    ...(tagHeader === '' ? {} : { 'cache-tag': tagHeader }),
  };
  const plain = { body, headers };
  return {
    status: view.status ?? 200,
    hash,
    tags,
    tagHeader,
    until: Math.min(view.until?.getTime() ?? Number.POSITIVE_INFINITY, now + maxAge),
    bytes: body.byteLength + overheadBytes,
    plain,
    variants: new Map([['identity', plain]]),
    requests: 0,
    isImproved: false,
  };
}

/**
 * Returns the body in a content coding; not a promise when the coding was requested before.
 * @param onMade called with the number of bytes that the entry grew by
 */
export function getVariant(entry: Entry, coding: Coding, onMade: (bytes: number) => void): Variant | Promise<Variant> {
  const known = entry.variants.get(coding);
  if (known !== undefined) return known;
  if (coding === 'identity' || entry.plain.body.byteLength < minCompressedBytes) return entry.plain;
  const pending = compress(entry.plain.body, coding).then(
    (body) => {
      const made = createVariant(entry, body, coding, coding === 'br' ? '-b' : '-g');
      entry.variants.set(coding, made);
      onMade(body.byteLength);
      return made;
    },
    (error) => {
      entry.variants.delete(coding);
      throw error;
    },
  );
  entry.variants.set(coding, pending);
  return pending;
}

/** @param suffix makes the ETag differ between codings (RFC 9110, 8.8.3) */
export function createVariant(entry: Entry, body: Buffer, coding: 'br' | 'gzip', suffix: string): Variant {
  const headers = {
    ...entry.plain.headers,
    etag: `"${entry.hash}${suffix}"`,
    'content-length': String(body.byteLength),
    'content-encoding': coding,
  };
  return { body, headers };
}
