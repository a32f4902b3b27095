import { scryptSync } from 'node:crypto';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

// The package as the built shop loads it. An `import` gets the fast one of the tests.
const packaged: typeof import('@better-auth/utils/password') = createRequire(import.meta.url)(
  '@better-auth/utils/password',
);

it('passwords are hashed by scrypt with 32 MB of work and a salt of their own', async () => {
  const [first, second] = await Promise.all([
    packaged.hashPassword('three herons'),
    packaged.hashPassword('three herons'),
  ]);
  const [salt = '', key] = first.split(':');
  expect(salt).toMatch(/^[\da-f]{32}$/);
  expect(second.startsWith(salt)).toBe(false);
  const work = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
  expect(key).toBe(scryptSync('three herons', salt, 64, work).toString('hex'));
  expect(await packaged.verifyPassword(second, 'three herons')).toBe(true);
  expect(await packaged.verifyPassword(second, 'three heron')).toBe(false);
});
