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
 * `invalid_json`, `unknown_error` or `aborted`. A write dispatches `vt:written`.
 */
export async function call<Data = unknown>(path: string, options: CallOptions = {}): Promise<CallResult<Data>> {
  const { method = 'GET' } = options;
  const result = await sendCall<Data>(path, options);
  if (!result.ok) {
    if (result.code !== 'aborted')
      console.error(`${method} ${path.replace(/\?.*$/, '')}: ${result.status} ${result.code}`);
  } else if (method !== 'GET') document.dispatchEvent(new CustomEvent('vt:written', { detail: { path } }));
  return result;
}

function sendCall<Data>(path: string, options: CallOptions): Promise<CallResult<Data>> {
  if (options.nonce !== undefined) return sendWithNonce<Data>(path, options, options.nonce);
  const mayCreateVisitor = (options.method ?? 'GET') !== 'GET' && !options.keepalive && readHint() === null;
  return mayCreateVisitor ? withVisitorLock(() => send<Data>(path, options)) : send<Data>(path, options);
}

async function sendWithNonce<Data>(
  path: string,
  options: CallOptions,
  action: string,
  { fresh = false } = {},
): Promise<CallResult<Data>> {
  const nonce = await getNonce(action, { fresh });
  if (!nonce.ok) return nonce;
  const header = readConfig()?.nonceHeader ?? '';
  const result = await send<Data>(path, { ...options, headers: { ...options.headers, [header]: nonce.data } });
  const isStale = !result.ok && result.code === 'rest_cookie_invalid_nonce';
  return isStale && !fresh ? sendWithNonce<Data>(path, options, action, { fresh: true }) : result;
}
