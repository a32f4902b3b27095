import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { callFaults } from '../faults/table.ts';
import { readBody, sendJson, sendText } from '../http.ts';
import type { EventDocument } from '../state/documents.ts';
import { createDebugId } from '../state/ids.ts';
import { openSigning } from '../webhooks/signature.ts';
import type { Reply, Route } from './call.ts';
import { disputeRoutes } from './disputes.ts';
import { orderPaymentRoutes } from './order-payments.ts';
import { orderRoutes } from './orders.ts';
import { paymentRoutes } from './payments.ts';
import { Problem } from './problem.ts';
import { Tokens } from './tokens.ts';
import { webhookRoutes } from './webhooks.ts';

const routes: readonly Route[] = [
  ...[...orderRoutes, ...orderPaymentRoutes, ...paymentRoutes],
  ...[...webhookRoutes, ...disputeRoutes],
];

/** The statuses of issues that aren't answered with 422. */
const statuses: Record<string, number> = {
  INVALID_RESOURCE_ID: 404,
  RESOURCE_NOT_FOUND: 404,
  PERMISSION_DENIED: 403,
  RATE_LIMIT_REACHED: 429,
  INTERNAL_SERVER_ERROR: 500,
  INTERNAL_SERVICE_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  PREVIOUS_REQUEST_IN_PROGRESS: 409,
  MALFORMED_REQUEST_JSON: 400,
  MISSING_REQUIRED_PARAMETER: 400,
};

const invalidToken = { error: 'invalid_token', error_description: 'Token signature verification failed' };

interface Work {
  readonly url: URL;
  readonly body: string;
  readonly found: ReturnType<typeof findRoute>;
  readonly fault: string | null;
}

export interface SeenCall {
  readonly operation: string;
  readonly path: string;
  readonly requestKey: string | null;
  status: number | null;
}

/** Answers the calls of the shop's server. */
export class RestServer {
  /** The calls since the start, newest last. */
  readonly calls: SeenCall[] = [];
  readonly #context: Context;
  readonly #tokens = new Tokens();
  readonly #underWay = new Set<string>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** @returns whether the call was one of the provider's */
  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> {
    if (url.pathname.startsWith('/v1/notifications/certs/')) return this.#sendCertificates(response);
    const isToken = url.pathname === '/v1/oauth2/token' && request.method === 'POST';
    const found = isToken ? undefined : findRoute(request.method ?? '', url.pathname);
    if (!found && !isToken && !/^\/v[12]\//.test(url.pathname)) return false;
    const seen: SeenCall = {
      operation: isToken ? 'token' : (found?.route.operation ?? 'unknown'),
      path: url.pathname,
      requestKey: header(request, 'paypal-request-id'),
      status: null,
    };
    this.calls.push(seen);
    if (this.calls.length > 20_000) this.calls.splice(0, 10_000);
    response.on('finish', () => {
      seen.status = response.statusCode;
    });
    response.setHeader('paypal-debug-id', createDebugId());
    const fault = this.#context.faults.chooseForCall(seen.operation);
    if (this.#failsBefore(fault, request, response)) return true;
    const body = await readBody(request);
    if (isToken) {
      const reply = this.#tokens.issue(this.#context, request, new URLSearchParams(body));
      if (!(await this.#failsAfter(fault, response))) sendJson(response, reply.status, reply.body);
      return true;
    }
    const lock = seen.requestKey === null ? null : `${seen.operation} ${seen.requestKey}`;
    if (lock !== null && this.#underWay.has(lock)) {
      sendJson(response, 409, new Problem(409, 'PREVIOUS_REQUEST_IN_PROGRESS').toBody());
      return true;
    }
    if (lock !== null) this.#underWay.add(lock);
    try {
      await this.#workAndReply(request, response, { url, body, found, fault });
    } finally {
      if (lock !== null) this.#underWay.delete(lock);
    }
    return true;
  }

  async #workAndReply(request: IncomingMessage, response: ServerResponse, work: Work): Promise<void> {
    const { store, delivery, published } = this.#context;
    const reply = this.#work(request, work);
    store.commit();
    const events = published.splice(0);
    const isFirst = ({ orderId }: EventDocument) => store.get('orders', orderId ?? '')?.plan.webhookFirst;
    // The shop is told before it has its reply, where the payment's plan says so.
    if (events.some(isFirst)) await Promise.race([delivery.deliver(events), sleep(5000, undefined, { ref: false })]);
    if (!(await this.#failsAfter(work.fault, response))) sendJson(response, reply.status, reply.body);
    await delivery.deliver(events);
  }

  #failsBefore(fault: string | null, request: IncomingMessage, response: ServerResponse): boolean {
    const refuse = (status: number, issue: string | null, headers: object = {}) => {
      sendJson(response, status, new Problem(status, issue).toBody(), headers);
      return true;
    };
    switch (fault) {
      case 'noConnection':
        request.destroy();
        return true;
      case 'errorBefore':
        return refuse(500, null);
      case 'tooManyRequests':
        return refuse(429, null, { 'retry-after': '1' });
      case 'conflict':
        return refuse(409, 'PREVIOUS_REQUEST_IN_PROGRESS');
      case 'unauthorized':
        this.#tokens.revoke(request);
        sendJson(response, 401, invalidToken);
        return true;
      default:
        return false;
    }
  }

  async #failsAfter(fault: string | null, response: ServerResponse): Promise<boolean> {
    if (fault === 'slow') await sleep(this.#context.faults.chooseDelay());
    if (fault !== 'lostReply' && fault !== 'errorAfter') return false;
    if (fault === 'lostReply') response.destroy();
    else sendJson(response, 500, new Problem(500, null).toBody());
    return true;
  }

  #work(request: IncomingMessage, { url, body, found, fault }: Work): Reply {
    if (!this.#tokens.isValid(this.#context, request)) return { status: 401, body: invalidToken };
    try {
      if (!found) throw new Problem(404, null);
      refuseByHeader(request, fault);
      return found.route.handler(this.#context, {
        ids: found.ids,
        query: url.searchParams,
        body: parseBody(request, body),
        requestKey: header(request, 'paypal-request-id'),
        wantsAll: header(request, 'prefer')?.includes('return=representation') ?? false,
        isPending: fault === 'pending',
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { status: error.status, body: error.toBody() };
    }
  }

  #sendCertificates(response: ServerResponse): true {
    sendText(response, 200, 'application/x-pem-file', openSigning(this.#context.store).chain);
    return true;
  }
}

function findRoute(method: string, path: string): { route: Route; ids: string[] } | undefined {
  for (const route of routes) {
    const pattern = new RegExp(`^${route.path.replaceAll(':', '([\\w-]+)')}/?$`);
    const match = route.method === method ? pattern.exec(path) : null;
    if (match) return { route, ids: match.slice(1) };
  }
  return undefined;
}

const header = ({ headers }: IncomingMessage, name: string): string | null => {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** `PayPal-Mock-Response` asks for a refusal by its code, as a scripted fault does. */
function refuseByHeader(request: IncomingMessage, fault: string | null): void {
  const mock = header(request, 'paypal-mock-response');
  const wanted: unknown = mock === null ? undefined : JSON.parse(mock);
  const codes = (wanted as { mock_application_codes?: string | string[] } | undefined)?.mock_application_codes;
  const scripted = fault !== null && fault !== 'pending' && !(fault in callFaults) ? fault : undefined;
  const code = [codes ?? scripted].flat()[0];
  if (code !== undefined) throw new Problem(statuses[code] ?? 422, code);
}

/** Takes any content type with an empty body, as clients void and capture without one. */
function parseBody(request: IncomingMessage, text: string): unknown {
  if (text.trim() === '') return undefined;
  const type = header(request, 'content-type') ?? '';
  if (!type.startsWith('application/json')) throw new Problem(415, null);
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, 'MALFORMED_REQUEST_JSON', { field: '/' });
  }
}
