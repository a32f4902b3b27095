import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Below this, a compressed body with its headers saves nothing (bytes). */
const worthCompressing = 1024;

export interface Encodings {
  readonly identity: Buffer;
  readonly gzip: Buffer | null;
  readonly brotli: Buffer | null;
}

export function brotli(body: Buffer, quality: number): Promise<Buffer> {
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  });
}

/** Compressed quickly (about 0.6 ms for a page); `brotli(body, 11)` is for what turns out to be asked for often. */
export async function encode(identity: Buffer): Promise<Encodings> {
  if (identity.byteLength < worthCompressing) return { identity, gzip: null, brotli: null };
  const [small, smaller] = await Promise.all([gzipAsync(identity, { level: 6 }), brotli(identity, 5)]);
  return { identity, gzip: small, brotli: smaller };
}

export type Coding = 'br' | 'gzip' | 'identity';

/** The best coding that an Accept-Encoding header allows (RFC 9110, 12.5.3); `;q=0` refuses one. */
export function chooseCoding(accept: string | undefined): Coding {
  if (!accept) return 'identity';
  if (allows(accept, 'br')) return 'br';
  return allows(accept, 'gzip') ? 'gzip' : 'identity';
}

function allows(accept: string, coding: string): boolean {
  const at = accept.indexOf(coding);
  if (at < 0) return false;
  if (!accept.includes(';')) return true;
  const weight = new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=([0-9.]+))?\\s*(?:,|$)`).exec(accept);
  return weight !== null && Number(weight[1] ?? 1) > 0;
}

/** Identifies the bytes of a body before any coding. */
export function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
