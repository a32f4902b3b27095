import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { fetchBytes } from '#platform/media/fetch-bytes.ts';
import type { BotCheckAnswer, BotCheckVerdict } from '../ports.ts';
import { findUsedFormKey, takeOnce } from '../uses.ts';

/** A service that gives tokens to browsers, and says to servers what a token is worth. */
export interface TokenService {
  /** Public: the browser sends it. */
  readonly siteKey: string;
  /** Known to the server only: from an environment variable, never in `shop.config.ts` itself. */
  readonly secret: string;
  /** Address of the script, without its query. */
  readonly script: string;
  /** Address at which a token is verified: `POST secret=…&response=…`, answered with JSON. */
  readonly verify: string;
  /** Name of the script's global object. */
  readonly global: string;
  /** Milliseconds that a form waits for the service. */
  readonly timeout: number;
}

const siteReply = z.object({
  success: z.boolean(),
  score: z.number().min(0).max(1).optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  challenge_ts: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});

/** What a service says about a token. */
export type SiteReply = z.infer<typeof siteReply>;

const maxToken = 4_000;
/** Services take a token for 2 to 5 minutes, so that a use need not be known for longer. */
const keptMinutes = 30;
/** Codes for faults that are not the sender's. */
const fault = /secret|bad-request|internal-error|invalid-keys/;

/**
 * Verifies a token, once: one that passed before passes again for the same form only, without asking
 * the service, which would refuse it.
 * @param accepts whether a token that the service knows is good enough
 */
export async function verifyToken(
  shop: Shop,
  service: TokenService,
  { answer, formKey = '' }: BotCheckAnswer,
  accepts: (reply: SiteReply) => boolean,
): Promise<BotCheckVerdict> {
  if (answer === '' || answer.length > maxToken) return 'failed';
  const nonce = createHash('sha256').update(answer).digest('base64url');
  const usedBy = await findUsedFormKey(shop.db, nonce);
  if (usedBy !== null) return usedBy !== '' && usedBy === formKey ? 'passed' : 'failed';
  const reply = await askService(shop, service, answer);
  if (typeof reply === 'string') return reply;
  const isOurs = !reply.hostname || reply.hostname === new URL(shop.config.publicUrl).hostname;
  if (!reply.success || !isOurs || !accepts(reply)) return 'failed';
  const expiresAt = new Date(shop.clock.now().getTime() + keptMinutes * 60_000);
  return (await takeOnce(shop.db, { nonce, formKey, expiresAt })) ? 'passed' : 'failed';
}

async function askService(
  shop: Shop,
  { secret, verify, timeout }: TokenService,
  token: string,
): Promise<SiteReply | BotCheckVerdict> {
  const fetched = await fetchBytes(verify, {
    ...{ maxBytes: 10_000, timeout, accept: 'application/json', maxRedirects: 0 },
    post: {
      type: 'application/x-www-form-urlencoded',
      body: new URLSearchParams({ secret, response: token }).toString(),
    },
    allowPrivate: shop.config.mode === 'live' ? [] : ['127.0.0.1'],
  });
  const giveUp = (reason: string): BotCheckVerdict => {
    shop.log.error({ service: new URL(verify).host, reason }, 'a bot check could not be verified');
    return 'unavailable';
  };
  if (!fetched.ok) {
    const reason = fetched.code === 'NOT_FETCHED' ? fetched.reason : fetched.code;
    // Some services answer so to a token that is none.
    return reason === 'STATUS_400' || reason === 'STATUS_422' ? 'failed' : giveUp(reason);
  }
  const parsed = siteReply.safeParse(readJson(fetched.bytes));
  if (!parsed.success) return giveUp('NOT_UNDERSTOOD');
  const faults = parsed.data['error-codes'].filter((code) => fault.test(code));
  return faults.length > 0 ? giveUp(faults.join(' ').slice(0, 200)) : parsed.data;
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

/** @throws a setup error for a service that could not work, or would send its secret in the clear */
export function checkService(name: string, { siteKey, secret, script, verify }: TokenService): void {
  if (siteKey === '' || secret === '')
    throw new Error(`${name}: expected siteKey and secret. Set them in the environment.`);
  for (const address of [script, verify]) {
    const url = URL.parse(address);
    if (url?.protocol !== 'https:' && url?.hostname !== '127.0.0.1')
      throw new Error(`${name}: expected an https address, not ${address}`);
  }
}
