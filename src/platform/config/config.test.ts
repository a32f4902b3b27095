import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { isGuessableSecret } from './secret.ts';

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'vitrine-config-'));
const findProblems = (env: Record<string, string>) => {
  const result = readConfig({ DATA_DIR: temporaryFolder(), ...env });
  return result.ok ? [] : result.problems;
};

describe('the sender of mails', () => {
  it.each([
    ['shop@BÜCHER.example', 'shop@xn--bcher-kva.example'],
    ['Bücher & mehr <Shop@bücher.example>', 'Bücher & mehr <Shop@xn--bcher-kva.example>'],
  ])('%s is %s', (from, mailFrom) => {
    const result = readConfig({ DATA_DIR: temporaryFolder(), MAIL_FROM: from });
    expect(result).toMatchObject({ ok: true, config: { mailFrom } });
    expect(readConfig({ DATA_DIR: temporaryFolder() })).toMatchObject({ ok: true, config: { mailFrom: null } });
  });

  it.each(['shop', 'Shop <shop>', 'a@example.com, b@example.com', 'A <a@example.com> B'])('is not %s', (from) => {
    expect(findProblems({ MAIL_FROM: from })).toEqual([expect.stringMatching(/^MAIL_FROM: expected an email address/)]);
  });
});

describe('settings from the environment', () => {
  it('need no variable in demo mode: loopback, port 3000, a private secret file', () => {
    const dataDir = temporaryFolder();
    const first = readConfig({ DATA_DIR: dataDir });
    const second = readConfig({ DATA_DIR: dataDir });
    if (!first.ok || !second.ok) throw new Error('expected settings');
    expect(first.config).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      publicUrl: 'http://localhost:3000',
    });
    expect(first.config.secrets[0].length).toBeGreaterThanOrEqual(32);
    expect(second.config.secrets).toEqual(first.config.secrets);
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('require PUBLIC_URL and SECRET in live mode', () => {
    const problems = findProblems({ MODE: 'live' });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['PUBLIC_URL', 'SECRET']);
  });

  it('accept several secrets, the newest first', () => {
    const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)];
    const result = readConfig({ DATA_DIR: temporaryFolder(), SECRET: `${newer}, ${older}` });
    expect(result.ok && result.config.secrets).toEqual([newer, older]);
  });

  it.each([
    ['MODE', 'production', "'demo' or 'live'"],
    ['PORT', 'http', 'a port number'],
    ['PORT', '70000', '65535'],
    ['PUBLIC_URL', 'shop.example', 'https://shop.example'],
    ['PUBLIC_URL', 'https://shop.example/shop', 'without a path'],
    ['DATABASE_URL', 'mysql://x', 'postgres://'],
    ['SECRET', 'short', 'at least 32 characters'],
    ['METRICS_PORT', 'yes', "'off'"],
    ['TRUST_PROXY', 'xyz', 'loopback, linklocal, uniquelocal'],
    ['HOST', '0.0.0.0', 'loopback'],
  ])('report a wrong %s (%s) with what is expected', (name, value, expected) => {
    const problems = findProblems({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: expected`));
    expect(problems[0]).toContain(expected);
  });

  it.each(['true', 'false', '127.0.0.1', '::1', 'loopback, 10.0.0.0/8', '10.0.0.0/255.0.0.0', 'fe80::/10,uniquelocal'])(
    'accept TRUST_PROXY=%s',
    (value) => {
      const result = readConfig({ DATA_DIR: temporaryFolder(), TRUST_PROXY: value });
      if (!result.ok) throw new Error(result.problems.join());
      expect(() => Fastify({ trustProxy: result.config.trustProxy })).not.toThrow();
    },
  );

  it.each([
    'xyz',
    '1',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/8/8',
    '::1/129',
    '127.0.0.1,',
    'TRUE',
    'proxy.example',
  ])('refuse TRUST_PROXY=%s', (value) => {
    expect(findProblems({ TRUST_PROXY: value })).toEqual([
      expect.stringMatching(/^TRUST_PROXY: expected true, false, or/),
    ]);
  });

  const live = { MODE: 'live', PUBLIC_URL: 'https://shop.example' };

  it.each([
    ['one character', 'a'.repeat(64)],
    ['a few repeated characters', 'abc'.repeat(20)],
    ['digits in order', '0123456789'.repeat(4)],
    ['letters in order', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['a repeated placeholder', 'changeme'.repeat(8)],
    ['words of placeholders', 'please-change-this-secret-for-production'],
    ['a good and a guessable one', `${randomBytes(32).toString('hex')},${'password'.repeat(5)}`],
  ])('refuse a secret of %s in live mode', (_, secret) => {
    const problems = findProblems({ ...live, SECRET: secret });
    expect(problems).toEqual([expect.stringMatching(/^SECRET: expected a random text.+openssl rand -hex 32/)]);
    expect(problems.join()).not.toContain(secret);
    expect(findProblems({ SECRET: secret })).toEqual([]);
  });

  it('accept random secrets in any encoding', () => {
    // The same ones in each run: a very few of all random texts look guessable.
    for (let round = 0; round < 2_000; round += 1) {
      const bytes = createHash('sha512').update(String(round)).digest();
      const secrets = [
        bytes.subarray(0, 16).toString('hex'),
        bytes.subarray(0, 24).toString('base64'),
        bytes.subarray(0, 32).toString('base64url'),
      ];
      for (const secret of secrets) expect(isGuessableSecret(secret), secret).toBe(false);
    }
    expect(findProblems({ ...live, SECRET: createHash('sha512').update('live').digest('hex') })).toEqual([]);
  });

  it('treat an empty value as absent', () => {
    expect(findProblems({ PORT: '', PUBLIC_URL: '' })).toEqual([]);
  });
});

describe('the test wallet of a demo shop', () => {
  const read = (env: Record<string, string> = {}) => {
    const result = readConfig({ DATA_DIR: temporaryFolder(), ...env });
    if (!result.ok) throw new Error(result.problems.join());
    return [result.config.testWallet, result.config.testWalletStart];
  };
  const outside = { TEST_WALLET_URL: 'https://wallet.example/', TEST_WALLET_REST_URL: 'http://127.0.0.1:9101' };
  const live = { MODE: 'live', PUBLIC_URL: 'https://shop.example', SECRET: randomBytes(32).toString('hex') };

  it('is started beside the shop, at a port of its own', () => {
    expect(read()).toEqual([null, { port: 3100, isPortChosen: false, url: null }]);
    expect(read({ PORT: '0' })).toEqual([null, { port: 0, isPortChosen: false, url: null }]);
    expect(read({ TEST_WALLET_PORT: '4000', TEST_WALLET_URL: 'https://wallet.example/' })).toEqual([
      null,
      { port: 4000, isPortChosen: true, url: 'https://wallet.example' },
    ]);
  });

  it('is not started when it is off, somebody else runs one, or the provider itself is used', () => {
    expect(read({ TEST_WALLET_PORT: 'off' })).toEqual([null, null]);
    expect(read(outside)).toEqual([{ url: 'https://wallet.example', restUrl: 'http://127.0.0.1:9101' }, null]);
    expect(read({ WALLET_CLIENT_SECRET: 'given' })).toEqual([null, null]);
  });

  it('does not exist in live mode, which refuses its variables', () => {
    expect(read(live)).toEqual([null, null]);
    const problems = findProblems({ ...live, ...outside, TEST_WALLET_PORT: '3100' });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      ...['TEST_WALLET_PORT', 'TEST_WALLET_URL', 'TEST_WALLET_REST_URL'],
    ]);
  });

  it('needs an address for browsers where somebody else runs it', () => {
    expect(findProblems({ TEST_WALLET_REST_URL: outside.TEST_WALLET_REST_URL })).toEqual([
      expect.stringMatching(/^TEST_WALLET_URL: expected/),
    ]);
  });
});
