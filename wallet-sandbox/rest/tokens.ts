import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from '../context.ts';
import { seconds } from '../state/clock.ts';

/** As long as the provider's. */
const lifetime = 32_400;

/** Access tokens. A restart forgets them, so that callers have to renew theirs. */
export class Tokens {
  readonly #expiries = new Map<string, number>();

  issue({ clock, merchant }: Context, request: IncomingMessage, form: URLSearchParams) {
    const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
    const given = Buffer.from(encoded, 'base64');
    const wanted = Buffer.from(`${merchant.clientId}:${merchant.clientSecret}`);
    const isRight = scheme === 'Basic' && given.length === wanted.length && timingSafeEqual(given, wanted);
    if (!isRight) {
      return { status: 401, body: { error: 'invalid_client', error_description: 'Client Authentication failed' } };
    }
    if (form.get('grant_type') !== 'client_credentials') {
      return {
        status: 400,
        body: { error: 'unsupported_grant_type', error_description: 'Grant Type is not supported' },
      };
    }
    const token = `A21AA${randomBytes(60).toString('base64url')}`;
    this.#expiries.set(token, clock.now().getTime() + lifetime * seconds);
    const scope = 'https://uri.paypal.com/services/payments/payment';
    const nonce = `${clock.now().toISOString()}${randomBytes(16).toString('base64url')}`;
    const rest = { token_type: 'Bearer', app_id: 'APP-80W284485P519543T', expires_in: lifetime, nonce };
    return { status: 200, body: { scope, access_token: token, ...rest } };
  }

  isValid({ clock }: Context, request: IncomingMessage): boolean {
    return (this.#expiries.get(readToken(request)) ?? 0) > clock.now().getTime();
  }

  revoke(request: IncomingMessage): void {
    this.#expiries.delete(readToken(request));
  }
}

const readToken = ({ headers }: IncomingMessage) => (headers.authorization ?? '').replace(/^Bearer /, '');
