import { Agent, request } from 'undici';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Milliseconds. A reply that takes longer may still be found with the same request key. */
const connectTimeout = 3000;
const replyTimeout = 8000;
/** Bytes. An order with hundreds of refunds has some hundred thousand. */
const maxReply = 1_000_000;

/** Keeps connections for all calls of the process. Idle ones don't keep the process alive. */
const agent = new Agent({
  connect: { timeout: connectTimeout },
  headersTimeout: replyTimeout,
  bodyTimeout: replyTimeout,
  maxResponseSize: maxReply,
  keepAliveTimeout: 10_000,
});

/** Sends a request to the provider and reads the whole reply. Follows no redirect. */
export async function exchange({ url, ...options }: HttpRequest): Promise<HttpReply> {
  const { statusCode, headers, body } = await request(url, {
    ...options,
    body: options.body ?? null,
    dispatcher: agent,
  });
  return { status: statusCode, headers, text: await body.text() };
}
