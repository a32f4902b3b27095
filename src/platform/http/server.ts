import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import cookie from '@fastify/cookie';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { registerApiOperations } from '#platform/api/operation.ts';
import type { Config } from '#platform/config/config.ts';
import { incomingFolder } from '#platform/config/data-folders.ts';
import { createReadScope, type ReadScope, runInScope } from '#platform/config/read-scope.ts';
import { answerFromCache } from '#platform/pages/cached-replies.ts';
import type { PageStore } from '#platform/pages/pages.ts';
import { type Admission, createPublicRouteMatcher, readNetwork, registerAdmission } from './admission/admission.ts';
import { type BusyReply, createBusyReply } from './admission/busy-reply.ts';
import { answerInstead, type Decision } from './answer-instead.ts';
import { maxBodyBytes, maxFilesRequestTime, registerBodies } from './bodies/bodies.ts';
import { oversizedQuery, parseQuery } from './bodies/forms.ts';
import { RequestError } from './bodies/request-error.ts';
import type { Log } from './log.ts';
import { isWriteAllowed } from './security/request-forgery.ts';
import { createRequestGuard } from './security/request-guard.ts';

/** Maximum bytes of the headers of a request. A web server in front passes as many: docs/nginx.conf. */
export const maxHeaderBytes = 16 * 1024;
/** Seconds that idle connections stay open: longer than those of a web server in front. */
export const idleSeconds = 65;

const overridableMethods = new Set(['PUT', 'PATCH', 'DELETE']);

interface ServerParts {
  readonly config: Config;
  readonly log: Log;
  readonly store: PageStore;
  readonly headers: Readonly<Record<string, string>>;
  readonly admission: Admission;
}

/** Creates Fastify with the shop's limits, behind the page cache. */
export async function createHttpServer({
  config,
  log,
  store,
  headers,
  admission,
}: ServerParts): Promise<FastifyInstance> {
  const refuseInvalidRequest = createRequestGuard(config);
  const busyReply = createBusyReply(headers);
  let isPublicRoute: (request: IncomingMessage) => boolean = () => false;
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: maxBodyBytes,
    requestTimeout: maxFilesRequestTime,
    connectionTimeout: 60_000,
    keepAliveTimeout: idleSeconds * 1000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true, querystringParser: parseQuery },
    rewriteUrl: (request) => {
      const override = request.headers['x-http-method-override'];
      if (request.method === 'POST' && typeof override === 'string' && overridableMethods.has(override.toUpperCase())) {
        request.method = override.toUpperCase();
      }
      return request.url ?? '/';
    },
    serverFactory: (handler) => {
      const server = createServer(
        {
          maxHeaderSize: maxHeaderBytes,
          requestTimeout: maxFilesRequestTime,
          headersTimeout: 15_000,
          connectionsCheckingInterval: 1_000,
        },
        (request, response) => {
          try {
            if (refuseInvalidRequest(request, response) || answerFromCache(store, request, response)) return;
            const getNetwork = () => readNetwork(request, config.trustProxy !== false);
            if (admission.isFull('public', getNetwork) && isPublicRoute(request)) busyReply.send(request, response);
            else handler(request, response);
          } catch (error) {
            handleReadError(log, error, request, response);
          }
        },
      );
      server.keepAliveTimeout = idleSeconds * 1000;
      return server;
    },
  });
  app.decorate('busyReply', busyReply);
  isPublicRoute = createPublicRouteMatcher(app);
  await app.register(cookie);
  addReadScope(app);
  registerBodies(app, incomingFolder(config.dataDir));
  registerApiOperations(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
  });
  registerAdmission(app, admission);
  addRequestHooks(app, config);
  return app;
}

/** All reads of a request see the same state of the settings. */
function addReadScope(app: FastifyInstance): void {
  app.decorateRequest('readScope');
  app.addHook('onRequest', (request, _reply, done) => {
    request.readScope = createReadScope(randomBytes(16).toString('base64'));
    runInScope(request.readScope, done);
  });
  // Callbacks after a body run in the asynchronous context of the connection, so the scope is entered again.
  app.addHook('preValidation', (request, _reply, done) => runInScope(request.readScope, done));
}

/** Answers errors that are thrown before Fastify's error handling, so that they do not end the process. */
function handleReadError(log: Log, error: unknown, request: IncomingMessage, response: ServerResponse): void {
  log.error({ err: error, method: request.method }, 'a request could not be read');
  if (response.headersSent) response.destroy();
  else response.writeHead(500, { connection: 'close', 'content-length': 0 }).end();
}

function addRequestHooks(app: FastifyInstance, config: Config): void {
  const check: Decision = async (request, reply) => {
    if (request.query === oversizedQuery) throw new RequestError('too_many_fields');
    // PostgreSQL rejects text with zero bytes.
    if (Object.values(request.params as object).some((value) => String(value).includes('\0'))) {
      return () => reply.callStatusPage(404);
    }
    const { origin, host } = request.headers;
    const fetchSite = request.headers['sec-fetch-site'] as string | undefined;
    if (
      !request.routeOptions.config.crossSite &&
      !isWriteAllowed(config, request.method, { origin, fetchSite, host }) &&
      !request.routeOptions.config.allowsForeignWrite?.(request)
    ) {
      request.log.warn({ route: request.routeOptions.url }, 'a write from another origin was refused');
      const message = 'This form was sent from another website. Please open the shop and try again.';
      return () => reply.refuse(403, 'foreign_origin', message);
    }
    return undefined;
  };
  app.addHook('onRequest', answerInstead(check));
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
  app.addHook('onSend', async (request, reply) => {
    // The rest of a refused body is not read, so the connection cannot be reused.
    if (!request.raw.complete) reply.header('connection', 'close');
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    busyReply: BusyReply;
  }
  interface FastifyRequest {
    readScope: ReadScope;
  }
  interface FastifyContextConfig {
    /**
     * Allows a write from another origin. This is only for routes that then do not act for the owner of a cookie:
     * the request must prove its actor by a header.
     */
    allowsForeignWrite?: (request: FastifyRequest) => boolean;
  }
}
