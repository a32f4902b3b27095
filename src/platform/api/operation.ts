import type { FastifyInstance, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { ErrorGroup } from '#platform/features/error-codes.ts';
import { failureBody } from '#platform/http/replies.ts';

/** Describes a route that answers with JSON and is not a mutation. */
export interface ApiOperation {
  /** `feature.verb-noun`. Names the operation in the description of the API. */
  readonly name: string;
  /** Describes the response for programmers. */
  readonly description: string;
  /** Schema of the path parameters. Default: any text. */
  readonly params?: z.ZodObject;
  /** Schema of the query parameters. The handler parses them itself. */
  readonly query?: z.ZodObject;
  /** Schema of the request body. The handler parses the body itself. */
  readonly body?: z.ZodType;
  /** Status of a successful reply. Default: 200. A reply with 204 has no body. */
  readonly status?: 200 | 201 | 204 | 207;
  /** Body of a successful reply. Bodies are checked in tests and in development. */
  readonly response: z.ZodType;
  /** Bodies, by status, of other replies than successes and failures with code and message. */
  readonly otherResponses?: Readonly<Record<number, z.ZodType>>;
  /** Codes of its failures, besides those that every call may have. */
  readonly errors?: ErrorGroup['codes'];
  /** Whether the route reads the cookie of the visitor. */
  readonly isPersonal?: true;
}

export interface ApiRoute {
  readonly method: string;
  /** In Fastify's syntax: `/api/catalog/products/:which`. */
  readonly path: string;
  readonly operation: ApiOperation;
  /** Name of the permission that the actor must have. */
  readonly requires: string | undefined;
  /** Whether pages of other origins may call the route. */
  readonly isCrossSite: boolean;
  /** Whether the reply is in the page cache and has an `ETag`. */
  readonly isPage: boolean;
}

export interface PlacedOperation {
  readonly method: string;
  /** In OpenAPI's syntax: `/api/catalog/products/{which}`. */
  readonly path: string;
  readonly operation: { readonly operationId: string; readonly description: string; readonly [key: string]: unknown };
}

/**
 * Collects the described routes, and checks their replies in tests and in development. Register it
 * before the routes.
 */
export function registerApiOperations(app: FastifyInstance): void {
  const routes: ApiRoute[] = [];
  app.decorate('apiRoutes', routes);
  app.addHook('onRoute', (route) => {
    routes.push(...toApiRoutes(route));
  });
  if (process.env.NODE_ENV === 'production') return;
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { api } = request.routeOptions.config;
    if (api) checkReply(api, reply.statusCode, payload);
    return payload;
  });
}

/** Lists the methods of a route. The HEAD route that Fastify adds to each GET route is left out. */
function toApiRoutes({ method, url, config }: RouteOptions): ApiRoute[] {
  const { api: operation, requires, page, crossSite = false } = config ?? {};
  if (!operation) return [];
  const methods = [method].flat().filter((each) => each !== 'HEAD');
  return methods.map((each) => ({
    ...{ method: each, path: url, operation, requires },
    ...{ isCrossSite: crossSite, isPage: page !== undefined },
  }));
}

/** @throws in tests and in development, when a body does not match the schema of its status */
export function checkReply({ name, response, otherResponses = {} }: ApiOperation, status: number, body: unknown): void {
  checkBody(name, otherResponses[status] ?? (status < 400 ? response : failureBody), body);
}

/** @throws in tests and in development, when a body does not match its schema */
export function checkBody(name: string, schema: z.ZodType, body: unknown): void {
  if (process.env.NODE_ENV === 'production') return;
  const checked = schema.safeParse(body);
  if (!checked.success)
    throw new TypeError(`'${name}': the reply does not match its schema: ${z.prettifyError(checked.error)}`);
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Routes with `config.api`, in the order of registration. */
    apiRoutes: readonly ApiRoute[];
  }
  interface FastifyContextConfig {
    /** Describes a route that answers with JSON. Mutations and ajax actions have their own description. */
    api?: ApiOperation | undefined;
    /** Name of the cached page that the route answers with. */
    page?: string;
  }
}
