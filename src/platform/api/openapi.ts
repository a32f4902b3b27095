import type { z } from 'zod';
import { isAdminPath } from '#platform/admin/contract.ts';
import { getNonceHeader } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { AjaxAction } from '#platform/http/ajax.ts';
import { callErrors } from '#platform/http/errors.ts';
import { failureBody } from '#platform/http/replies.ts';
import { getBodySchema } from '#platform/mutations/form-schema.ts';
import type { Mutation } from '#platform/mutations/mutation.ts';
import { getVisitorCookieName } from '#platform/sessions/visit.ts';
import { createAjaxOperations } from './ajax-operations.ts';
import { toBodyContent, toContent } from './content.ts';
import { bodyErrors, type ErrorCodes, inputErrors, originErrors, permissionErrors, toFailures } from './failures.ts';
import { createJsonSchemas, type JsonSchema, type JsonSchemas } from './json-schema.ts';
import type { ApiRoute, PlacedOperation } from './operation.ts';

/** Version of the API. It increases with breaking changes. */
const version = '1.0.0';

export interface ApiParts {
  readonly routes: readonly ApiRoute[];
  readonly mutations: readonly Mutation[];
  readonly actions: readonly AjaxAction[];
}

/**
 * Describes all calls that answer with JSON in OpenAPI 3.1 (JSON Schema 2020-12).
 * @throws when two operations or two schemas have the same name
 */
export function buildOpenApi(shop: Pick<Shop, 'config' | 'choices' | 'wire'>, parts: ApiParts): object {
  const { config, choices, wire } = shop;
  const schemas = createJsonSchemas();
  const paths = toPaths(listOperations(shop, parts, schemas));
  const failure = schemas.convert(failureBody, 'output');
  return {
    openapi: '3.1.1',
    info: {
      title: choices.name,
      version,
      description:
        'All calls that answer with JSON. Reading the catalogue needs no authentication and works from any origin; replies have an ETag, to send as If-None-Match. Writes from pages of other origins are refused. Forms of the shop work without script and are not listed.',
    },
    servers: [{ url: config.publicUrl }],
    paths,
    components: {
      schemas: schemas.components,
      responses: {
        Failure: {
          description: 'A failure that every call may have, with a stable code',
          content: { 'application/json': { schema: failure, examples: toFailures(callErrors.codes).examples } },
        },
      },
      securitySchemes: {
        visitor: {
          ...{ type: 'apiKey', in: 'cookie', name: getVisitorCookieName(config.publicUrl) },
          description:
            'The signed cookie of a visitor, set with the first write. Who is signed in follows from the session.',
        },
        nonce: {
          ...{ type: 'apiKey', in: 'header', name: getNonceHeader(wire) },
          description:
            'A nonce of this visitor, by the call `sessions.create-nonces`. The field `nonce` or `security` may have it instead.',
        },
      },
    },
  };
}

/** The operations are in the order of their paths. */
export function listOperations(
  { wire }: Pick<Shop, 'wire'>,
  { routes, mutations, actions }: ApiParts,
  schemas: JsonSchemas = createJsonSchemas(),
): PlacedOperation[] {
  return [
    ...routes.map((route) => createRouteOperation(route, schemas)),
    ...mutations.flatMap((mutation) => {
      const { json } = mutation;
      const path = json?.path(wire);
      // Calls of the back office are left out: only its own pages use them.
      if (!json || path === undefined || isAdminPath(path)) return [];
      return [createMutationOperation(mutation, path, json, schemas)];
    }),
    ...createAjaxOperations(wire, actions, schemas),
  ].sort((one, other) => (one.path < other.path ? -1 : Number(one.path > other.path)));
}

function toPaths(operations: readonly PlacedOperation[]): Record<string, Record<string, object>> {
  const ids = operations.map(({ operation }) => operation.operationId);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw new Error(`two operations of the API have the name '${repeated}'`);
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, operation } of operations)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  return paths;
}

function createRouteOperation(route: ApiRoute, schemas: JsonSchemas): PlacedOperation {
  const { method, path, operation, requires, isPage } = route;
  const { name, description, params, query, body, status = 200, response, otherResponses = {}, isPersonal } = operation;
  const others = Object.entries(otherResponses).map(([status, schema]) => [
    status,
    { description: 'Another state', content: toContent(schemas.convert(schema, 'output')) },
  ]);
  return {
    method,
    path: toTemplate(path),
    operation: {
      ...describe(name, description, requires),
      parameters: [...createPathParameters(path, params, schemas), ...createQueryParameters(query, schemas)],
      ...(method === 'GET'
        ? {}
        : { requestBody: { content: toBodyContent(body ? schemas.convert(body, 'input') : {}) } }),
      responses: {
        [status]: {
          description: 'Success',
          ...(isPage ? { headers: { ETag: { schema: { type: 'string' } } } } : {}),
          ...(status === 204 ? {} : { content: toContent(schemas.convert(response, 'output')) }),
        },
        ...(isPage ? { 304: { description: 'Not modified' } } : {}),
        ...toFailures(listCodes(route)).responses,
        ...Object.fromEntries(others),
      },
      security: getSecurity(requires, isPersonal),
    },
  };
}

function listCodes({ method, operation: { query, errors }, requires, isCrossSite }: ApiRoute): ErrorCodes {
  return {
    ...(query ? inputErrors : {}),
    ...(method === 'GET' ? {} : bodyErrors),
    ...(method === 'GET' || isCrossSite ? {} : originErrors),
    ...(requires === undefined ? {} : permissionErrors),
    ...errors,
  };
}

function createMutationOperation(
  { name, description, schema, requires, errors, files }: Mutation,
  path: string,
  { method = 'POST', multipart, response }: NonNullable<Mutation['json']>,
  schemas: JsonSchemas,
): PlacedOperation {
  const input = schemas.convert(getBodySchema(schema), 'input');
  const codes: ErrorCodes = {
    ...inputErrors,
    ...bodyErrors,
    ...originErrors,
    ...(requires === undefined ? {} : permissionErrors),
    ...errors?.codes,
  };
  return {
    method,
    path: toTemplate(path),
    operation: {
      ...describe(name, description, requires),
      parameters: createPathParameters(path, undefined, schemas),
      requestBody: { required: true, content: toBodyContent(input, multipart ?? files !== undefined) },
      responses: {
        200: { description: 'Success', content: toContent(schemas.convert(response, 'output')) },
        ...toFailures(codes).responses,
      },
      security: getSecurity(requires, true),
    },
  };
}

function describe(name: string, description: string, requires: string | undefined) {
  const [tag = name] = name.split('.', 1);
  const permission = requires === undefined ? '' : ` Requires the permission \`${requires}\`.`;
  return { operationId: name, tags: [tag], description: `${description}${permission}` };
}

/** In OpenAPI, `{}` in the list means that authentication is optional. */
function getSecurity(requires: string | undefined, isPersonal = false): object[] {
  if (requires !== undefined) return [{ visitor: [] }];
  return isPersonal ? [{}, { visitor: [] }] : [];
}

/** Converts a path to its template: `/order/:token` → `/order/{token}`. */
const toTemplate = (path: string) => path.replace(/:(\w+)/g, '{$1}');

function createPathParameters(path: string, params: z.ZodObject | undefined, schemas: JsonSchemas): object[] {
  const described = params ? readProperties(params, schemas) : {};
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const { description, ...schema } = described[name] ?? { type: 'string' };
    return { name, in: 'path', required: true, ...(description ? { description } : {}), schema };
  });
}

function createQueryParameters(query: z.ZodObject | undefined, schemas: JsonSchemas): object[] {
  if (!query) return [];
  const { required } = schemas.convert(query, 'input');
  return Object.entries(readProperties(query, schemas)).map(([name, { description, ...schema }]) => ({
    ...{ name, in: 'query', required: Array.isArray(required) && required.includes(name) },
    ...(description ? { description } : {}),
    schema,
  }));
}

function readProperties(schema: z.ZodObject, schemas: JsonSchemas): Record<string, JsonSchema> {
  return (schemas.convert(schema, 'input').properties ?? {}) as Record<string, JsonSchema>;
}
