import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const deriveKey = promisify<string, string, number, { N: number; r: number; p: number }, Buffer>(scrypt);

/**
 * `@better-auth/utils/password` for test files: the same hashes at a thousandth of the work. The
 * built shop of process tests and journeys has the real one.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${await makeKey(password, salt)}`;
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [salt = '', key] = hash.split(':');
  return (await makeKey(password, salt)) === key;
}

async function makeKey(password: string, salt: string): Promise<string> {
  const key = await deriveKey(password.normalize('NFKC'), salt, 64, { N: 16, r: 16, p: 1 });
  return key.toString('hex');
}
