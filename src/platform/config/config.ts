import { resolve } from 'node:path';
import { z } from 'zod';
import type { BucketConfig } from '#platform/files/store/bucket-store.ts';
import { readSender } from '#platform/mail/message.ts';
import { isGuessableSecret, loadDemoSecret } from './secret.ts';
import { isTrustProxy, trustProxyFormat } from './trust-proxy.ts';

/** Settings from environment variables. The choices of the shop itself are in `shop.config.ts`. */
export interface Config {
  readonly mode: 'demo' | 'live';
  readonly host: string;
  readonly port: number;
  /** Origin without a trailing slash. */
  readonly publicUrl: string;
  readonly trustProxy: boolean | string;
  /** Null for the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  readonly dataDir: string;
  /** The first secret signs and all are accepted, so that replacing a secret signs nobody out. */
  readonly secrets: readonly [string, ...string[]];
  /** Null when no metrics are served. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  readonly logLevel: string;
  /** Address with the scheme `smtp` or `smtps`; null for the outbox in the data folder. */
  readonly mailUrl: string | null;
  /** Null for the email address of the shop. */
  readonly mailFrom: string | null;
  /** The bucket that stores files. Null for the data folder. */
  readonly bucket: BucketConfig | null;
  readonly pageCacheBytes: number;
  /** Maximum size in bytes of the local cache for pictures of a bucket. */
  readonly mediaCacheBytes: number;
  /**
   * The stand-in of a demo shop for the wallet's provider: `url` for browsers, `restUrl` for this program. Origins
   * without a trailing slash. Null when there is none.
   */
  readonly testWallet: { readonly url: string; readonly restUrl: string } | null;
  /** How the supervisor starts the stand-in. Null when the supervisor does not start it. */
  readonly testWalletStart: TestWalletStart | null;
  /**
   * Reads a variable with a secret of the settings. It is a function so that printing the configuration shows no
   * secrets.
   */
  readonly readVariable: (name: string) => string | null;
}

const secretAdvice = '`openssl rand -hex 32` makes one.';
const portError = { error: 'a port number from 0 to 65535' };
const port = z.coerce.number(portError).int(portError).min(0, portError).max(65535, portError);
const connectionsError = { error: 'a number from 2 to 200' };
const megabytesError = { error: 'a number of megabytes from 0 to 16384' };
const diskMegabytesError = { error: 'a number of megabytes from 100 to 1000000' };
const originFormat = 'an address without a path, such as https://shop.example';
const secretList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .pipe(z.array(z.string().min(32, 'at least 32 characters each, several separated by commas, newest first')).min(1));

export interface TestWalletStart {
  /** Port for browsers; the next port is for the program. 0 for any free ports. */
  readonly port: number;
  /** Whether the operator has chosen the port. If not, the next free port is used. */
  readonly isPortChosen: boolean;
  /** Address for browsers; null when they run on this machine. */
  readonly url: string | null;
}

/** Environment variables. docs/configuration.md is generated from this schema. */
export const environment = z.object({
  MODE: z
    .enum(['demo', 'live'], { error: "'demo' or 'live'" })
    .default('demo')
    .describe(
      '`demo` listens on loopback alone, shows every mail at `/outbox` and fills an empty database with the demo shop. `live` does none of that and needs `PUBLIC_URL` and `SECRET`.',
    ),
  HOST: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Address to listen at.', 'x-default': '`127.0.0.1`, in live mode `0.0.0.0`' }),
  PORT: port.default(3000).describe('Port to listen at.'),
  PUBLIC_URL: z.string().refine(isOrigin, { error: originFormat }).optional().meta({
    description:
      "The shop's public origin, without a path: `https://shop.example`. With https, cookies are secure and HSTS is sent.",
    'x-default': '`http://localhost:PORT`',
  }),
  TRUST_PROXY: z
    .string()
    .refine(isTrustProxy, { error: trustProxyFormat })
    .default('false')
    .describe(
      'Whose `X-Forwarded-*` headers to trust: `true` for all, or addresses and ranges separated by commas (`127.0.0.1`, `10.0.0.0/8`), or the names `loopback`, `linklocal`, `uniquelocal`.',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'an address such as postgres://user:password@host/database')
    .optional()
    .meta({
      description:
        '`postgres://user:password@host/database`. Not through a pooler in transaction mode. Its user must be able to create the extension `pg_trgm`, as the owner of a database may.',
      'x-default': "the shop's own PostgreSQL",
    }),
  DATABASE_CONNECTIONS: z.coerce
    .number(connectionsError)
    .int(connectionsError)
    .min(2, connectionsError)
    .max(200, connectionsError)
    .default(10)
    .describe('Maximum number of connections.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe("Folder of the shop's own PostgreSQL, images, the outbox and the demo shop's secret."),
  SHOP_CONFIG: z.string().min(1).optional().meta({
    description:
      'Path of the shop’s own `shop.config.ts`, outside the project. Read by `npm start`, `npm run build` and `npm run dev`.',
    'x-default': '`DATA_DIR/shop.config.ts` where there is one, else that of the project',
  }),
  SECRET: secretList.optional().meta({
    description:
      '32 random characters or more: `openssl rand -hex 32` makes them; live mode rejects what can be guessed. Several separated by commas: the first signs, all are accepted. To rotate, put the new one first and remove the old one after a year.',
    'x-default': 'generated and kept in `DATA_DIR/secret` (demo)',
  }),
  METRICS_PORT: z
    .union([z.literal('off'), port], { error: "a port number or 'off'" })
    .default('off')
    .describe("Serves Prometheus' `/metrics` on a port of its own."),
  METRICS_HOST: z.string().min(1).default('127.0.0.1').describe('Address to serve `/metrics` at.'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional().meta({
    description: 'JSON lines on standard error, without addresses, cookies or bodies.',
    'x-default': '`warn`, in live mode `info`',
  }),
  MAIL_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'an address such as smtp://user:password@mail.example:587')
    .optional()
    .meta({
      description: '`smtp://user:password@host:587` or `smtps://…`.',
      'x-default': 'mails are kept in `DATA_DIR/outbox` and not sent',
    }),
  MAIL_FROM: z.string().max(320).optional().meta({
    description: 'Sender of mails, `Name <address>`. An address alone gets the name of the shop.',
    'x-default': 'the email address of the shop, `shop.email`',
  }),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket: lower-case letters, digits, `-` and `.`')
    .optional()
    .meta({
      description:
        'Bucket that keeps pictures, downloads and files of shoppers, for several machines without a shared folder. `shop files move` moves what is there already. Needs the two variables of the access key.',
      'x-default': 'files are kept in `DATA_DIR`',
    }),
  S3_ENDPOINT: z
    .string()
    .refine(isOrigin, { error: 'an address without a path, such as https://s3.example' })
    .optional()
    .meta({
      description: 'Address of a provider with the interface of S3.',
      'x-default': 'Amazon S3',
    }),
  S3_REGION: z
    .string()
    .min(1)
    .max(50)
    .default('us-east-1')
    .describe('Region of the bucket; `auto` where a provider has none.'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().meta({
    description: 'Id of the access key, which lists, reads, writes and deletes objects of the bucket.',
  }),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().meta({ description: 'Its secret.' }),
  S3_PATH_STYLE: z.enum(['true', 'false'], { error: "'true' or 'false'" }).optional().meta({
    description: 'Whether addresses have the bucket in their path instead of the host.',
    'x-default': '`true` with `S3_ENDPOINT`',
  }),
  PAGE_CACHE_MB: z.coerce
    .number(megabytesError)
    .int(megabytesError)
    .min(0, megabytesError)
    .max(16384, megabytesError)
    .default(64)
    .describe('Megabytes of memory for rendered pages; `0` renders every page on every request.'),
  MEDIA_CACHE_MB: z.coerce
    .number(diskMegabytesError)
    .int(diskMegabytesError)
    .min(100, diskMegabytesError)
    .max(1_000_000, diskMegabytesError)
    .default(2000)
    .describe(
      'Megabytes in `DATA_DIR/cache` for sizes of pictures of a bucket; those that were copied longest ago go first. Not used without `S3_BUCKET`.',
    ),
  TEST_WALLET_PORT: z
    .union([z.literal('off'), port], { error: "a port number or 'off'" })
    .optional()
    .meta({
      description:
        'Port of the test wallet that runs beside a demo shop: docs/wallet.md. Its REST calls and books are at the next one, on loopback. `off`: there is none.',
      'x-default': '100 more than `PORT`, or the next free one',
    }),
  TEST_WALLET_URL: z.string().refine(isOrigin, { error: originFormat }).optional().meta({
    description: 'Where browsers reach the test wallet, if not on this machine.',
    'x-default': '`http://localhost:TEST_WALLET_PORT`',
  }),
  TEST_WALLET_REST_URL: z.string().refine(isOrigin, { error: originFormat }).optional().meta({
    description: 'REST calls of a test wallet that somebody else runs, with `TEST_WALLET_URL`. None is started then.',
    'x-default': 'that of the test wallet beside the shop',
  }),
});

const testWalletVariables = ['TEST_WALLET_PORT', 'TEST_WALLET_URL', 'TEST_WALLET_REST_URL'] as const;

const senderError = 'expected an email address such as shop@example.com, or Name <shop@example.com>';

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
}

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] };

/**
 * Reads the settings from environment variables. Empty variables count as absent.
 * @returns the settings, or problems that name each wrong variable and the expected value
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ConfigResult {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success)
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => `${String(issue.path[0])}: expected ${issue.message}`),
    };
  return buildConfig(parsed.data, (name) => present[name] ?? null);
}

function buildConfig(values: z.infer<typeof environment>, readVariable: Config['readVariable']): ConfigResult {
  const isLive = values.MODE === 'live';
  const problems: string[] = [];
  if (isLive && !values.PUBLIC_URL)
    problems.push('PUBLIC_URL: expected the address of the shop, such as https://shop.example (MODE=live needs it)');
  if (isLive && !values.SECRET)
    problems.push(`SECRET: expected a random text of at least 32 characters (MODE=live needs it). ${secretAdvice}`);
  if (isLive && values.SECRET?.some(isGuessableSecret))
    problems.push(`SECRET: expected a random text; this one can be guessed. ${secretAdvice}`);
  const host = values.HOST ?? (isLive ? '0.0.0.0' : '127.0.0.1');
  if (!isLive && !isLoopback(host))
    problems.push(
      'HOST: expected a loopback address such as 127.0.0.1, since MODE=demo is open to nobody else (MODE=live opens the shop)',
    );
  if (isLive)
    for (const name of testWalletVariables)
      if (values[name] !== undefined)
        problems.push(`${name}: expected nothing, since no money moves with the test wallet (MODE=demo has it)`);
  if (values.TEST_WALLET_REST_URL !== undefined && values.TEST_WALLET_URL === undefined)
    problems.push('TEST_WALLET_URL: expected the address at which browsers reach the wallet of TEST_WALLET_REST_URL');
  const mailFrom = values.MAIL_FROM === undefined ? null : readSender(values.MAIL_FROM);
  if (mailFrom === null && values.MAIL_FROM !== undefined) problems.push(`MAIL_FROM: ${senderError}`);
  problems.push(...findBucketProblems(values));
  if (problems.length > 0) return { ok: false, problems };
  const dataDir = resolve(values.DATA_DIR);
  const secrets = values.SECRET ?? [loadDemoSecret(dataDir)];
  return {
    ok: true,
    config: {
      mode: values.MODE,
      host,
      port: values.PORT,
      publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
      trustProxy: parseTrustProxy(values.TRUST_PROXY),
      databaseUrl: values.DATABASE_URL ?? null,
      databaseConnections: values.DATABASE_CONNECTIONS,
      dataDir,
      secrets: secrets as [string, ...string[]],
      metricsPort: values.METRICS_PORT === 'off' ? null : values.METRICS_PORT,
      metricsHost: values.METRICS_HOST,
      logLevel: values.LOG_LEVEL ?? (isLive ? 'info' : 'warn'),
      mailUrl: values.MAIL_URL ?? null,
      mailFrom,
      bucket: readBucket(values, readVariable),
      pageCacheBytes: values.PAGE_CACHE_MB * 1024 * 1024,
      mediaCacheBytes: values.MEDIA_CACHE_MB * 1024 * 1024,
      ...readTestWallet(values, readVariable),
      readVariable,
    },
  };
}

function findBucketProblems(values: z.infer<typeof environment>): string[] {
  if (values.S3_BUCKET === undefined) return [];
  return (['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    .filter((name) => values[name] === undefined)
    .map((name) => `${name}: expected a part of the access key (S3_BUCKET needs it)`);
}

function readBucket(
  {
    S3_BUCKET: name,
    S3_ENDPOINT,
    S3_REGION: region,
    S3_ACCESS_KEY_ID = '',
    S3_PATH_STYLE,
  }: z.infer<typeof environment>,
  readVariable: Config['readVariable'],
): BucketConfig | null {
  if (name === undefined) return null;
  return {
    ...{ name, region, endpoint: S3_ENDPOINT ?? null, accessKeyId: S3_ACCESS_KEY_ID },
    readSecretKey: () => readVariable('S3_SECRET_ACCESS_KEY') ?? '',
    isPathStyle: S3_PATH_STYLE === undefined ? S3_ENDPOINT !== undefined : S3_PATH_STYLE === 'true',
  };
}

function readTestWallet(
  { MODE, PORT, TEST_WALLET_PORT: chosen, TEST_WALLET_URL, TEST_WALLET_REST_URL }: z.infer<typeof environment>,
  readVariable: Config['readVariable'],
): Pick<Config, 'testWallet' | 'testWalletStart'> {
  const url = TEST_WALLET_URL?.replace(/\/$/, '') ?? null;
  if (url !== null && TEST_WALLET_REST_URL !== undefined)
    return { testWallet: { url, restUrl: TEST_WALLET_REST_URL.replace(/\/$/, '') }, testWalletStart: null };
  const hasCredentials = readVariable('WALLET_CLIENT_SECRET') !== null;
  if (MODE === 'live' || chosen === 'off' || hasCredentials) return { testWallet: null, testWalletStart: null };
  const port = chosen ?? (PORT === 0 ? 0 : Math.min(PORT + 100, 65_534));
  return { testWallet: null, testWalletStart: { port, isPortChosen: chosen !== undefined, url } };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

function parseTrustProxy(value: string): boolean | string {
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}
