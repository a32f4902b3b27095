import { transcode } from 'node:buffer';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Bytes. Compressing a smaller body saves nothing. */
export const minCompressedBytes = 1024;

export function brotli(body: Buffer, quality: number): Promise<Buffer> {
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  });
}

export type Coding = 'br' | 'gzip' | 'identity';

/** Compresses quickly: about 1 ms of another thread for a page. `brotli(body, 11)` is for pages in demand. */
export function compress(body: Buffer, coding: 'br' | 'gzip'): Promise<Buffer> {
  return coding === 'br' ? brotli(body, 5) : gzipAsync(body, { level: 5 });
}

/** Chooses the best coding that an Accept-Encoding header allows (RFC 9110, 12.5.3); `;q=0` refuses a coding. */
export function chooseCoding(accept: string | undefined): Coding {
  if (!accept) return 'identity';
  if (isCodingAllowed(accept, 'br')) return 'br';
  return isCodingAllowed(accept, 'gzip') ? 'gzip' : 'identity';
}

function isCodingAllowed(accept: string, coding: string): boolean {
  const start = accept.indexOf(coding);
  if (start < 0) return false;
  if (!accept.includes(';')) return true;
  const weight = new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=([0-9.]+))?\\s*(?:,|$)`).exec(accept);
  return weight !== null && Number(weight[1] ?? 1) > 0;
}

/** Buffer for encoding; larger pages are rare. */
const encodingSpace = Buffer.allocUnsafeSlow(1024 * 1024);

/**
 * Encodes a text as UTF-8. Pages have quotation marks and dashes beyond Latin-1, and the engine encodes such
 * texts character by character. Node's own conversion between byte encodings takes a third less time, copying
 * included.
 */
export function encodeText(text: string): Buffer {
  if (text.length < minCompressedBytes || text.length * 2 > encodingSpace.length) return Buffer.from(text);
  try {
    return transcode(encodingSpace.subarray(0, encodingSpace.write(text, 'utf16le')), 'utf16le', 'utf8');
  } catch {
    // The conversion refuses half of a surrogate pair, for which UTF-8 has only the replacement character.
    return Buffer.from(text);
  }
}

/** Identifies the bytes of a body before any content coding, together with the page's policy. */
export function createBodyHash(body: Buffer, policy = ''): string {
  return createHash('sha256').update(policy).update(body).digest('base64url').slice(0, 22);
}
