import { z } from 'zod';
import type { WalletEndpoints } from '../provider/endpoints.ts';
import { WalletRefusal, WalletUnanswered } from './errors.ts';
import { exchange } from './exchange.ts';

const reply = z.object({ access_token: z.string().min(1).max(4000), expires_in: z.int().positive() });

/** Milliseconds before its expiry at which a token is renewed, since a call with the token takes time. */
const margin = 120_000;
const timeout = 8000;

/** Provides the access token of an account. Concurrent callers share one request. */
export class TokenSource {
  readonly #endpoints: WalletEndpoints;
  readonly #now: () => number;
  #token: { readonly text: string; readonly until: number } | null = null;
  #request: Promise<string> | null = null;

  constructor(endpoints: WalletEndpoints, now: () => number) {
    this.#endpoints = endpoints;
    this.#now = now;
  }

  /** @throws when the provider refuses the account or does not answer */
  async get(): Promise<string> {
    if (this.#token && this.#now() < this.#token.until) return this.#token.text;
    this.#request ??= this.#fetch().finally(() => {
      this.#request = null;
    });
    return this.#request;
  }

  /** Forgets a token that the provider has rejected. */
  drop(text: string): void {
    if (this.#token?.text === text) this.#token = null;
  }

  async #fetch(): Promise<string> {
    const { restUrl, clientId, clientSecret } = this.#endpoints;
    const account = Buffer.from(`${clientId}:${clientSecret.reveal()}`).toString('base64');
    const { status, headers, text } = await exchange({
      method: 'POST',
      url: `${restUrl}/v1/oauth2/token`,
      headers: { authorization: `Basic ${account}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      signal: AbortSignal.timeout(timeout),
    });
    if (status >= 500) throw new WalletUnanswered('token', `status ${status}`);
    const refusal = { status, issue: 'ACCOUNT_REFUSED', debugId: String(headers['paypal-debug-id']), shopperUrl: null };
    if (status !== 200) throw new WalletRefusal('token', refusal);
    const parsed = reply.safeParse(parseJson(text));
    if (!parsed.success) throw new WalletUnanswered('token', 'the reply can’t be read');
    const { access_token, expires_in } = parsed.data;
    this.#token = { text: access_token, until: this.#now() + expires_in * 1000 - margin };
    return access_token;
  }
}

/** @returns undefined when the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
