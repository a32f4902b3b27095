import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { keepQuery } from '#platform/pages/kept-query.ts';
import { requestErrorCode } from './bodies/request-error.ts';
import { sendFailure, wantsJson } from './replies.ts';
import { handleServerFailure, internalError, type UnavailableCode } from './server-failure.ts';

/**
 * Status 400 stands for every request that is refused because of how it was sent, except a body that is too large.
 */
export type StatusPage = 400 | 401 | 403 | 404 | 413 | 500 | 503;

export type FailedRequest = Pick<FastifyRequest, 'url' | 'id' | 'method'>;

type RenderStatusPage = (request: FailedRequest, status: StatusPage) => Promise<string>;

type StatusPageCode = 'sign_in_required' | 'permission_missing' | 'not_found' | typeof internalError.code;

const messages: Readonly<Record<401 | 403 | 404 | 500, readonly [code: StatusPageCode, message: string]>> = {
  401: ['sign_in_required', 'Please sign in.'],
  403: ['permission_missing', 'You have no permission for this.'],
  404: ['not_found', 'There is nothing at this address.'],
  500: [internalError.code, internalError.message],
};

/**
 * Replies with status 400, 401, 403, 404, 413, 500 and 503: an HTML page for people, code and message for programs.
 * @param render renders a whole HTML page; for 500 and 503 it works without the database
 * @param findRedirect finds the new path of a moved page, with the remaining query
 */
export function registerStatusPages(
  app: FastifyInstance,
  shop: Shop,
  render: RenderStatusPage,
  findRedirect: (url: string) => Promise<string | null> = async () => null,
): void {
  // An empty URL stands for the requested URL.
  app.addHook('onReady', () => app.busyReply.prepare((method) => render({ url: '', id: '', method }, 503)));
  const sendPage = async (reply: FastifyReply, status: StatusPage) => {
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    try {
      const html = await render(reply.request, status);
      return reply.send(html);
    } catch (error) {
      shop.log.error({ err: error, id: reply.request.id }, 'a status page could not be rendered');
      return reply.code(500).send(await render(reply.request, 500));
    }
  };
  app.decorateReply('callStatusPage', async function (status: 401 | 403 | 404 | 500 | 503, code?: UnavailableCode) {
    if (status === 503) {
      app.busyReply.send(this.request.raw, this.hijack().raw, code);
      return this;
    }
    const [name, message] = messages[status];
    if (wantsJson(this.request)) return sendFailure(this, status, name, message);
    return sendPage(this.code(status), status);
  });
  app.decorateReply('refuse', async function (status: number, code: string, message: string) {
    if (wantsJson(this.request)) return sendFailure(this, status, code, message);
    return sendPage(this.code(status), status === 413 ? 413 : 400);
  });
  registerPageAddresses(app);
  app.setNotFoundHandler((request, reply) => {
    // Clients of the API know this code. A program's request for the API is never redirected to a moved page.
    if (request.url.startsWith(`${shop.wire.apiRoot}/`) && wantsJson(request) && !hasSlashAtEnd(request))
      return sendFailure(reply, 404, 'rest_no_route', 'No route was found matching the URL and request method.');
    return handleNotFound(request, reply, findRedirect);
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.refuse(status, requestErrorCode(error, status), error.message);
    if (status === 503) return reply.callStatusPage(503);
    const failure = handleServerFailure(shop, request, error);
    if (failure.status === 400) return reply.refuse(400, failure.code, failure.message);
    return failure.status === 503 ? reply.callStatusPage(503, failure.code) : reply.callStatusPage(500);
  });
}

async function handleNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  findRedirect: (url: string) => Promise<string | null>,
): Promise<FastifyReply> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const moved = isRead ? await findRedirect(request.url) : null;
  // The redirect is not cached: it would be wrong, or a loop, once slugs are swapped.
  if (moved !== null) return reply.header('cache-control', 'no-cache').redirect(moved, 301);
  if (isRead && hasSlashAtEnd(request)) {
    const [path = '/'] = request.url.split('?', 1);
    return reply.redirect(keepQuery(`/${path.replace(/^[/\\]+|[/\\]+$/g, '')}`, request.url), 308);
  }
  return reply.callStatusPage(404);
}

function hasSlashAtEnd({ url }: FastifyRequest): boolean {
  const [path = '/'] = url.split('?', 1);
  return path.length > 1 && path.endsWith('/');
}

/**
 * A call is answered at its address with a trailing slash too, since clients send such addresses
 * and repeat no write after a redirect. A page has one address: the address with the other form redirects to it.
 */
function registerPageAddresses(app: FastifyInstance): void {
  app.addHook('preValidation', (request, reply, done) => {
    if (request.is404 || (request.method !== 'GET' && request.method !== 'HEAD') || !hasSlashAtEnd(request))
      return done();
    const { api, runsActions = false } = request.routeOptions.config;
    if (api !== undefined || runsActions) return done();
    reply.callNotFound();
  });
}

declare module 'fastify' {
  interface FastifyReply {
    /** @param code error code of a reply with 503. Default: `overloaded` */
    callStatusPage(status: 401 | 403 | 404 | 500 | 503, code?: UnavailableCode): Promise<FastifyReply>;
    /** Replies with code and message to programs, with an HTML page to people. */
    refuse(status: number, code: string, message: string): Promise<FastifyReply>;
  }
}
