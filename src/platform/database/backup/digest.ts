import { createHash } from 'node:crypto';

export interface Measured {
  bytes: number;
  sha256: string;
}

/** Adds up what passes. */
export function createDigest() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    add(chunk: Buffer): void {
      hash.update(chunk);
      bytes += chunk.length;
    },
    /** Once only. */
    result: (): Measured => ({ bytes, sha256: hash.digest('hex') }),
  };
}

export type Digest = ReturnType<typeof createDigest>;

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
