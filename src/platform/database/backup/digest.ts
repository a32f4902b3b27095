import { createHash } from 'node:crypto';

export interface DigestResult {
  bytes: number;
  sha256: string;
}

export function createDigest() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    add(chunk: Buffer): void {
      hash.update(chunk);
      bytes += chunk.length;
    },
    /** May be called only once, since it closes the hash. */
    result: (): DigestResult => ({ bytes, sha256: hash.digest('hex') }),
  };
}

export type Digest = ReturnType<typeof createDigest>;

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
