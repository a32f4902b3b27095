import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Estimated bits. Random text has far more: 16 random bytes in hexadecimal have about 115. */
const minBits = 80;

const commonWords =
  /admin|change|default|demo|example|letmein|placeholder|please|password|product(ion)?|qwerty|replace|secret|shop|string|super|test|this|vitrine|your/gi;

/** Returns the demo shop's secret. It is created once, in a file that only its owner can read. */
export function loadDemoSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Whether a secret is guessable: few distinct characters, repetitions, runs such as `0123`, or
 * words of placeholders. Does not detect sentences.
 */
export function isGuessableSecret(secret: string): boolean {
  const characters = [...secret.replace(commonWords, '')];
  const bits = Math.log2(new Set(characters).size) * countUnpredictable(characters);
  return !(bits >= minBits);
}

/** Counts characters that neither continue a run nor repeat a group of three. */
function countUnpredictable(characters: readonly string[]): number {
  const seen = new Set<string>();
  const getCode = (index: number) => characters[index]?.codePointAt(0) ?? Number.NaN;
  return characters.filter((_, index) => {
    const group = characters.slice(Math.max(index - 2, 0), index + 1).join('');
    const isKnown = seen.has(group);
    seen.add(group);
    return !isKnown && getCode(index) - getCode(index - 1) !== getCode(index - 1) - getCode(index - 2);
  }).length;
}
