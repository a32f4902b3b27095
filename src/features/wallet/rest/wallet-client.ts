import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { getWalletEndpoints, type WalletEndpoints } from '../provider/endpoints.ts';
import { CircuitBreaker } from './breaker.ts';
import { WalletRefusal, WalletUnanswered } from './errors.ts';
import { exchange, type HttpReply, type HttpRequest } from './exchange.ts';
import { parseJson, TokenSource } from './token-source.ts';

export interface WalletCall<Result> extends Pick<HttpRequest, 'method' | 'signal'> {
  readonly operation: string;
  readonly path: string;
  readonly body?: unknown;
  /** Idempotency key. The provider treats calls with the same key as one request, for hours or days. */
  readonly requestKey?: string;
  /** Schema of the reply, which is undefined when its body is empty. */
  readonly schema: z.ZodType<Result>;
}

const refusalBody = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
});

/** Milliseconds to wait before each repetition of a call. */
const waits = [250, 1000];
/** Milliseconds. When the provider requests a longer wait, the call fails and a job repeats it later. */
const longestWait = 5000;
/** Milliseconds for which no payment begins after the provider has refused the shop's account. */
const accountPause = 10 * 60_000;

type ClientShop = Pick<Shop, 'config' | 'settings' | 'clock' | 'log'>;

/** Calls the provider's REST API. There is one client per account and process. */
export class WalletClient {
  readonly endpoints: WalletEndpoints;
  readonly #shop: ClientShop;
  readonly #breaker: CircuitBreaker;
  readonly #tokens: TokenSource;
  #refusedUntil = 0;
  /** Milliseconds by which the shop's clock was ahead of the provider's clock at the last reply. */
  skew = 0;

  constructor(shop: ClientShop, endpoints: WalletEndpoints) {
    const now = () => shop.clock.now().getTime();
    this.endpoints = endpoints;
    this.#shop = shop;
    this.#breaker = new CircuitBreaker(now);
    this.#tokens = new TokenSource(endpoints, now);
  }

  /** Returns whether, as far as known, a payment can begin now. */
  isAnswering(): boolean {
    return this.#breaker.isAnswering() && this.#shop.clock.now().getTime() >= this.#refusedUntil;
  }

  /**
   * Requests a new token.
   * @throws `WalletRefusal` when the provider refuses the account
   */
  async checkAccount(): Promise<void> {
    this.#tokens.drop(await this.#tokens.get());
    await this.#tokens.get();
  }

  /**
   * Calls the provider. While no reply comes or the reply is temporary, repeats the call with the same key, once for
   * each entry of `waits` and not after `signal` aborts.
   * @throws `WalletRefusal` when the provider refuses the call; after any other error the result is unknown
   */
  async call<Result>(call: WalletCall<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt += 1) {
      const reply = await this.#callOnce(call);
      const wait = reply === null || isTemporary(reply) ? chooseWait(reply, attempt) : null;
      if (reply && wait === null) return this.#read(call, reply);
      if (wait === null) throw new WalletUnanswered(call.operation, 'no reply');
      await sleep(wait, undefined, { signal: call.signal }).catch(() => {
        throw new WalletUnanswered(call.operation, 'out of time');
      });
    }
  }

  /** @returns null when no reply came */
  async #callOnce<Result>(call: WalletCall<Result>): Promise<HttpReply | null> {
    const { operation, signal } = call;
    if (!this.#breaker.tryAcquire()) throw new WalletUnanswered(operation, 'it has not answered lately');
    try {
      const reply = await this.#sendWithToken(call);
      if (reply.status >= 500 || reply.status === 401) this.#breaker.fail();
      else this.#breaker.succeed();
      const sentAt = Date.parse(String(reply.headers.date));
      if (!Number.isNaN(sentAt)) this.skew = this.#shop.clock.now().getTime() - sentAt;
      return reply;
    } catch (error) {
      this.#breaker.fail();
      const { log } = this.#shop;
      log.warn({ operation, reason: describe(error), isLate: signal.aborted }, 'the wallet could not be asked');
      if (error instanceof WalletRefusal) throw new WalletUnanswered(operation, 'the account is refused');
      if (error instanceof WalletUnanswered) throw error;
      if (signal.aborted) throw new WalletUnanswered(operation, 'out of time');
      return null;
    }
  }

  /** Sends a request. A token may become invalid early, so the request is repeated once with a new token. */
  async #sendWithToken<Result>(call: WalletCall<Result>, isRepeated = false): Promise<HttpReply> {
    const { method, path, body, requestKey, signal } = call;
    const token = await this.#tokens.get();
    const headers = {
      authorization: `Bearer ${token}`,
      ...(method === 'POST' ? { prefer: 'return=representation' } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(requestKey === undefined ? {} : { 'paypal-request-id': requestKey }),
    };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const url = `${this.endpoints.restUrl}${path}`;
    const reply = await exchange({ method, url, headers, body: text, signal });
    if (reply.status !== 401 || isRepeated) return reply;
    this.#tokens.drop(token);
    return this.#sendWithToken(call, true);
  }

  #read<Result>({ operation, schema }: WalletCall<Result>, reply: HttpReply): Result {
    const { status, text } = reply;
    const debugId = toCode(reply.headers['paypal-debug-id']);
    if (status < 200 || status >= 300) throw this.#toError(operation, reply, debugId);
    const parsed = schema.safeParse(text === '' ? undefined : parseJson(text));
    this.#shop.log.debug({ operation, status, debugId }, 'the wallet has answered');
    if (parsed.success) return parsed.data;
    const fields = parsed.error.issues.map(({ path }) => path.join('.'));
    this.#shop.log.error({ operation, debugId, fields }, 'a reply of the wallet was not understood');
    throw new WalletUnanswered(operation, 'the reply was not understood');
  }

  #toError(operation: string, { status, text }: HttpReply, headerId: string): Error {
    const { data } = refusalBody.safeParse(parseJson(text));
    const issue = toCode(data?.details?.[0]?.issue ?? data?.name);
    const debugId = data?.debug_id === undefined ? headerId : toCode(data.debug_id);
    this.#shop.log.warn({ operation, status, issue, debugId }, 'the wallet refused a call');
    // Exclude accounts without card payments: the wallet itself still works.
    const isAccount = issue.startsWith('PAYEE_') && issue !== 'PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING';
    if (isAccount) this.#refusedUntil = this.#shop.clock.now().getTime() + accountPause;
    if (isTemporary({ status }) || status === 401) return new WalletUnanswered(operation, `status ${status}`);
    const link = data?.links?.find(({ rel }) => rel === 'payer-action' || rel === 'redirect');
    return new WalletRefusal(operation, { status, issue, debugId, shopperUrl: link?.href ?? null });
  }
}

const isTemporary = ({ status }: Pick<HttpReply, 'status'>): boolean =>
  status === 409 || status === 429 || status >= 500;

/** @returns milliseconds, or null when the call is not repeated */
function chooseWait(reply: HttpReply | null, attempt: number): number | null {
  const wait = waits[attempt];
  if (wait === undefined) return null;
  const asked = Number(reply?.headers['retry-after']) * 1000 || 0;
  // Add a random part, so that callers that failed together don't all return together.
  return asked > longestWait ? null : Math.max(asked, wait) * (1 + Math.random() / 4);
}

/** Logs only codes and ids, since the provider quotes the data that it received. */
const toCode = (value: unknown): string => (/^[\w-]{1,100}$/.test(String(value)) ? String(value) : 'unknown');

const describe = (error: unknown): string =>
  error instanceof Error && 'code' in error ? toCode(error.code) : error instanceof Error ? error.name : 'unknown';

const clients = new WeakMap<object, WalletClient>();

/**
 * Returns the client of the shop's account. The client keeps the access token and the state of the circuit breaker.
 * @returns null when the shop has no wallet
 */
export function getWalletClient(shop: ClientShop): WalletClient | null {
  const endpoints = getWalletEndpoints(shop);
  if (!endpoints) return null;
  // Key by configuration: `Shop` has a copy for each language, and all copies share one configuration.
  const known = clients.get(shop.config);
  if (known && getAccount(known.endpoints) === getAccount(endpoints)) return known;
  const client = new WalletClient(shop, endpoints);
  clients.set(shop.config, client);
  return client;
}

const getAccount = ({ restUrl, clientId, clientSecret }: WalletEndpoints): string =>
  [restUrl, clientId, clientSecret.reveal()].join(' ');

/**
 * Returns whether, as far as known, a payment can begin now. Use this only in pages rendered per request: cached
 * pages must not depend on the result.
 */
export const isWalletAnswering = (shop: ClientShop): boolean => getWalletClient(shop)?.isAnswering() ?? false;

/** @throws when the shop no longer has a wallet, so that nothing is decided about its payments */
export function requireWalletClient(shop: ClientShop): WalletClient {
  const client = getWalletClient(shop);
  if (!client) throw new WalletUnanswered('any call', 'no account is set');
  return client;
}
