import { waitForActivation } from './activation.ts';
import { readConfig } from './config.ts';

export interface Failure {
  readonly ok: false;
  /** Code of the server or of the API client: see docs/errors.md. */
  readonly code: string;
  /** Text for the shopper. */
  readonly message: string;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly body?: unknown;
}

export type CallResult<Data> = { readonly ok: true; readonly status: number; readonly data: Data } | Failure;

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
  /** Form data is sent unchanged, other objects as JSON. */
  readonly body?: FormData | URLSearchParams | object | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the request continues when the page is left. The body may then have at most 64 KiB. */
  readonly keepalive?: boolean | undefined;
  /** Called with the headers of each response, also of a failure. */
  readonly onHeaders?: ((headers: Headers) => void) | undefined;
  /** Called while a form with files is sent. @param share the sent share, from 0 to 1 */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Expected content of the response: `text` for HTML. */
  readonly as?: 'json' | 'text' | undefined;
}

// Default messages. `aborted` is for calls that the caller cancelled.
const messages = {
  fetch_error: 'You are probably offline.',
  invalid_json: 'The response is not a valid JSON response.',
  unknown_error: 'An unknown error occurred.',
  aborted: '',
};

export function createFailure(code: keyof typeof messages, status: number, body?: unknown): Failure {
  return { ok: false, code, message: readConfig()?.texts?.[code] ?? messages[code], status, body };
}

const overriddenMethods = ['PUT', 'PATCH', 'DELETE'];

/** Sends a request and reads the response. A prerendered page waits until it is visible. */
export async function send<Data>(path: string, options: RequestOptions): Promise<CallResult<Data>> {
  const { method = 'GET', body, signal = null, keepalive = false, as = 'json' } = options;
  const headers = new Headers({
    accept: as === 'json' ? 'application/json' : 'text/html, application/json;q=0.9',
    ...options.headers,
  });
  const isForm = body instanceof FormData || body instanceof URLSearchParams;
  if (body && !isForm) headers.set('content-type', 'application/json');
  if (overriddenMethods.includes(method)) headers.set('x-http-method-override', method);
  await waitForActivation();
  try {
    const response = await sendRequest(path, options, {
      method: overriddenMethods.includes(method) ? 'POST' : method,
      body: isForm ? body : body ? JSON.stringify(body) : null,
      headers,
      signal,
      keepalive,
      credentials: 'same-origin',
    });
    options.onHeaders?.(response.headers);
    return await readResponse<Data>(response, as);
  } catch {
    return createFailure(signal?.aborted ? 'aborted' : 'fetch_error', 0);
  }
}

async function sendRequest(
  path: string,
  { body, onProgress }: RequestOptions,
  init: RequestInit & { readonly method: string; readonly headers: Headers; readonly signal: AbortSignal | null },
): Promise<Response> {
  if (!onProgress || !(body instanceof FormData)) return fetch(path, init);
  const { sendWithProgress } = await import('./send-with-progress.ts');
  return sendWithProgress(path, { ...init, body, onProgress });
}

async function readResponse<Data>(response: Response, as: 'json' | 'text'): Promise<CallResult<Data>> {
  const { ok, status } = response;
  if (status === 204) return { ok: true, status, data: undefined as Data };
  const text = await response.text();
  if (ok && as === 'text') return { ok, status, data: text as Data };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return createFailure('invalid_json', status);
  }
  if (ok) return { ok, status, data: body as Data };
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && typeof message === 'string') return { ok: false, code, message, status, body };
  return createFailure('unknown_error', status, body);
}
