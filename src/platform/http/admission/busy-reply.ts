import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseCoding, compress } from '#platform/pages/content-coding.ts';
import { type FailureBody, wantsJson } from '../replies.ts';
import { type UnavailableCode, unavailableMessages } from '../server-failure.ts';

/** Seconds in the Retry-After header. */
const retryAfter = 5;

/** The reply to requests that can't be answered for the moment. It is prepared once, so that a refusal is cheap. */
export interface BusyReply {
  /** @param render renders the HTML page for requests that may be repeated (GET) and for other requests (POST) */
  prepare(render: (method: 'GET' | 'POST') => Promise<string>): Promise<void>;
  /** @param code error code for programs. Default: `overloaded` */
  send(request: IncomingMessage, response: ServerResponse, code?: UnavailableCode): void;
}

interface Prepared {
  readonly body: Buffer;
  /** Alternating names and values, the form that Node writes fastest. */
  readonly headers: string[];
}

export function createBusyReply(sharedHeaders: Readonly<Record<string, string>>): BusyReply {
  const variants = new Map<string, Prepared>();
  const addVariant = (name: string, body: Buffer, type: string, coding?: string) => {
    const headers = {
      ...sharedHeaders,
      'cache-control': 'no-store',
      'retry-after': String(retryAfter),
      'content-type': type,
      'content-length': String(body.byteLength),
      ...(coding === undefined ? {} : { 'content-encoding': coding }),
    };
    variants.set(name, { body, headers: Object.entries(headers).flat() });
  };
  for (const [code, message] of Object.entries(unavailableMessages)) {
    const failure: FailureBody = { code, message, data: { status: 503 } };
    addVariant(code, Buffer.from(JSON.stringify(failure)), 'application/json; charset=utf-8');
  }
  return {
    async prepare(render) {
      for (const method of ['GET', 'POST'] as const) {
        const page = Buffer.from(await render(method));
        addVariant(`${method} identity`, page, 'text/html; charset=utf-8');
        for (const coding of ['br', 'gzip'] as const)
          addVariant(`${method} ${coding}`, await compress(page, coding), 'text/html; charset=utf-8', coding);
      }
    },
    send(request, response, code = 'overloaded') {
      const method = request.method === 'GET' || request.method === 'HEAD' ? 'GET' : 'POST';
      const coding = chooseCoding(request.headers['accept-encoding'] as string | undefined);
      const page = wantsJson(request) ? undefined : variants.get(`${method} ${coding}`);
      const { body, headers } = page ?? (variants.get(code) as Prepared);
      // The rest of a refused body is not read, so the connection can't be reused.
      const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers;
      response.writeHead(503, hasBody && !request.complete ? [...headers, 'connection', 'close'] : headers);
      response.end(request.method === 'HEAD' ? undefined : body);
    },
  };
}
