import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Random text has far more: 16 random bytes as hexadecimal digits come to about 115 of their 128 bits. */
const enoughBits = 80;

const commonWords =
  /admin|change|default|demo|example|letmein|placeholder|please|password|product(ion)?|qwerty|replace|secret|shop|string|super|test|this|vitrine|your/gi;

/** The demo shop's own secret, made once and kept readable for its owner alone. */
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
 * Whether a secret can be guessed: too few different characters, the same ones again and again, a run such as `0123` or `abcd`,
 * or words of placeholders. It can't tell a sentence from random letters.
 */
export function isGuessableSecret(secret: string): boolean {
  const characters = [...secret.replace(commonWords, '')];
  const bits = Math.log2(new Set(characters).size) * countSurprises(characters);
  return !(bits >= enoughBits);
}

/** Characters that neither continue a run nor stand after two others as they stood there before. */
function countSurprises(characters: readonly string[]): number {
  const seen = new Set<string>();
  const codeAt = (at: number) => characters[at]?.codePointAt(0) ?? Number.NaN;
  return characters.filter((_, at) => {
    const group = characters.slice(Math.max(at - 2, 0), at + 1).join('');
    const isKnown = seen.has(group);
    seen.add(group);
    return !isKnown && codeAt(at) - codeAt(at - 1) !== codeAt(at - 1) - codeAt(at - 2);
  }).length;
}
