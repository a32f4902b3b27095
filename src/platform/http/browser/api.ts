import { readConfig } from './config.ts';
import { readHint } from './hint.ts';
import { getNonce, withVisitorLock } from './nonces.ts';
import { type CallResult, type RequestOptions, send } from './request.ts';

export interface CallOptions extends RequestOptions {
  /** The action whose nonce the call needs. */
  readonly nonce?: string | undefined;
}

/**
 * Calls the shop. An expected failure is a value: the server's code and message, or `fetch_error`,
 * `invalid_json`, `unknown_error` (spec 8.1) or `aborted`. A write dispatches `vt:written`.
 */
export async function call<Data = unknown>(path: string, options: CallOptions = {}): Promise<CallResult<Data>> {
  const { method = 'GET' } = options;
  const answer = await inTurn<Data>(path, options);
  if (!answer.ok) {
    if (answer.code !== 'aborted')
      console.error(`${method} ${path.replace(/\?.*$/, '')}: ${answer.status} ${answer.code}`);
  } else if (method !== 'GET') document.dispatchEvent(new CustomEvent('vt:written', { detail: { path } }));
  return answer;
}

function inTurn<Data>(path: string, options: CallOptions): Promise<CallResult<Data>> {
  if (options.nonce !== undefined) return withNonce<Data>(path, options, options.nonce);
  const mayMakeVisitor = (options.method ?? 'GET') !== 'GET' && !options.keepalive && readHint() === null;
  return mayMakeVisitor ? withVisitorLock(() => send<Data>(path, options)) : send<Data>(path, options);
}

async function withNonce<Data>(
  path: string,
  options: CallOptions,
  action: string,
  { fresh = false } = {},
): Promise<CallResult<Data>> {
  const nonce = await getNonce(action, { fresh });
  if (!nonce.ok) return nonce;
  const header = readConfig()?.nonceHeader ?? '';
  const answer = await send<Data>(path, { ...options, headers: { ...options.headers, [header]: nonce.data } });
  const isStale = !answer.ok && answer.code === 'rest_cookie_invalid_nonce';
  return isStale && !fresh ? withNonce<Data>(path, options, action, { fresh: true }) : answer;
}
