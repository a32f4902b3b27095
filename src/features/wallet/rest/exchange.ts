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

/** Milliseconds. The result of a slower reply can still be read by repeating the call with its request key. */
const connectTimeout = 3000;
const replyTimeout = 8000;
/** Maximum bytes of a reply. An order with hundreds of refunds has some hundred thousand. */
const maxReply = 1_000_000;

/** Shares connections among all calls of the process. Idle connections don't keep the process alive. */
const agent = new Agent({
  connect: { timeout: connectTimeout },
  headersTimeout: replyTimeout,
  bodyTimeout: replyTimeout,
  maxResponseSize: maxReply,
  keepAliveTimeout: 10_000,
});

/** Sends a request to the provider and reads the whole reply. Does not follow redirects. */
export async function exchange({ url, ...options }: HttpRequest): Promise<HttpReply> {
  const { statusCode, headers, body } = await request(url, {
    ...options,
    body: options.body ?? null,
    dispatcher: agent,
  });
  return { status: statusCode, headers, text: await body.text() };
}
