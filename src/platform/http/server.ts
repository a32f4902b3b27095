import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import cookie from '@fastify/cookie';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Config } from '#platform/config/config.ts';
import type { Shop } from '#platform/features/shop.ts';
import { answerFromCache } from '#platform/pages/front.ts';
import type { PageStore } from '#platform/pages/pages.ts';
import { mayWrite } from './forgery.ts';
import { collectFields, registerForms } from './forms.ts';
import type { Log } from './log.ts';
import { failure, wantsJson } from './replies.ts';
import { type Shedding, watchLoad } from './shedding.ts';

const overridable = new Set(['PUT', 'PATCH', 'DELETE']);

interface ServerParts {
  readonly config: Config;
  readonly log: Log;
  readonly store: PageStore;
  readonly headers: Readonly<Record<string, string>>;
  readonly shedding?: Shedding;
}

/** Fastify with the shop's limits, behind the page cache. */
export async function createHttpServer({
  config,
  log,
  store,
  headers,
  shedding = watchLoad(),
}: ServerParts): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, querystringParser: (text) => collectFields(new URLSearchParams(text)) },
    rewriteUrl: (request) => {
      const override = request.headers['x-http-method-override'];
      if (request.method === 'POST' && typeof override === 'string' && overridable.has(override.toUpperCase())) {
        request.method = override.toUpperCase();
      }
      return request.url ?? '/';
    },
    serverFactory: (handler) => {
      const server = createServer(
        { maxHeaderSize: 16 * 1024, requestTimeout: 30_000, headersTimeout: 20_000 },
        (request, response) => {
          if (!answerFromCache(store, request, response)) handler(request, response);
        },
      );
      server.keepAliveTimeout = 65_000;
      return server;
    },
  });
  await app.register(cookie);
  await registerForms(app);
  addRequestHooks(app, config, headers, shedding);
  return app;
}

function addRequestHooks(
  app: FastifyInstance,
  config: Config,
  headers: Readonly<Record<string, string>>,
  shedding: Shedding,
): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (shedding.isOverloaded() && !request.routeOptions.config.always) {
      return reply.header('retry-after', '5').callStatusPage(503);
    }
    // No text in the database has one, and it refuses to look for it.
    if (Object.values(request.params as object).some((value) => String(value).includes('\0'))) {
      return reply.callStatusPage(404);
    }
    const { origin, host } = request.headers;
    const fetchSite = request.headers['sec-fetch-site'] as string | undefined;
    if (!request.routeOptions.config.crossSite && !mayWrite(config, request.method, { origin, fetchSite, host })) {
      request.log.warn({ route: request.routeOptions.url }, 'a write from elsewhere was refused');
      return reply.refuse(
        403,
        'foreign_origin',
        'This form was sent from another website. Please open the shop and try again.',
      );
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime);
    request.log.info(
      {
        id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms,
      },
      'answered',
    );
  });
  app.addHook('onClose', async () => shedding.stop());
}

/** 400 stands for whatever is refused because of how it was sent. */
export type StatusPage = 400 | 404 | 500 | 503;

type StatusPageCode = 'not_found' | 'internal_error' | 'overloaded';

/**
 * 400, 404, 500 and 503: in the shop's look for people, as code and message for programs.
 * @param movedTo where a missing page is now, a path of the shop
 */
export function addStatusPages(
  app: FastifyInstance,
  shop: Shop,
  page: (request: FastifyRequest, status: StatusPage) => Promise<string>,
  movedTo: (url: string) => Promise<string | null> = async () => null,
): void {
  const messages: Readonly<Record<404 | 500 | 503, readonly [code: StatusPageCode, message: string]>> = {
    404: ['not_found', 'There is nothing at this address.'],
    500: ['internal_error', 'Something went wrong on our side. Please try again.'],
    503: ['overloaded', 'The shop is very busy. Please try again in a moment.'],
  };
  app.decorateReply('callStatusPage', async function (status: 404 | 500 | 503) {
    const [code, message] = messages[status];
    if (wantsJson(this.request)) return failure(this, status, code, message);
    this.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8');
    return this.send(await page(this.request, status));
  });
  app.decorateReply('refuse', async function (status: number, code: string, message: string) {
    if (wantsJson(this.request)) return failure(this, status, code, message);
    this.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8');
    return this.send(await page(this.request, 400));
  });
  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const moved = isRead ? await movedTo(request.url) : null;
    // Remembered, it would lead astray, or round in circles, once the things have changed places.
    if (moved !== null) return reply.header('cache-control', 'no-cache').redirect(moved, 301);
    const [path = '/', search] = request.url.split('?', 2);
    if (request.method === 'GET' && path.length > 1 && path.endsWith('/')) {
      const trimmed = `/${path.replace(/^[/\\]+|[/\\]+$/g, '')}`;
      return reply.redirect(search ? `${trimmed}?${search}` : trimmed, 308);
    }
    return reply.callStatusPage(404);
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.refuse(status, (error.code ?? 'bad_request').toLowerCase(), error.message);
    shop.log.error({ err: error, id: request.id, route: request.routeOptions.url }, 'a request failed');
    return reply.callStatusPage(status === 503 ? 503 : 500);
  });
}

declare module 'fastify' {
  interface FastifyReply {
    callStatusPage(status: 404 | 500 | 503): Promise<FastifyReply>;
    /** Code and message for programs; for people a page that says that nothing was changed. */
    refuse(status: number, code: string, message: string): Promise<FastifyReply>;
  }
  interface FastifyContextConfig {
    /** Answered even when the shop sheds load: health, calls that end a payment. */
    always?: boolean;
  }
}
