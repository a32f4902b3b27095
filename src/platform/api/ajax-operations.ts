import { ajaxEndpoints, type WireNames } from '#platform/config/wire-names.ts';
import type { AjaxAction } from '#platform/http/ajax.ts';
import { callErrors } from '#platform/http/errors.ts';
import { toBodyContent, toContent } from './content.ts';
import { bodyErrors, type ErrorCodes, inputErrors, originErrors, permissionErrors, toFailures } from './failures.ts';
import type { JsonSchema, JsonSchemas } from './json-schema.ts';
import type { PlacedOperation } from './operation.ts';

const { unknown_action, rest_cookie_invalid_nonce } = callErrors.codes;

/**
 * Creates the operations of the ajax endpoints. OpenAPI has one operation for each path and method, so input
 * and reply are alternatives, one for each action. `x-actions` tells which input and reply belong together.
 */
export function createAjaxOperations(
  wire: WireNames,
  actions: readonly AjaxAction[],
  schemas: JsonSchemas,
): PlacedOperation[] {
  const paths = new Map(ajaxEndpoints.toReversed().map((endpoint) => [wire[endpoint], endpoint]));
  return [...paths].flatMap(([path, endpoint]) =>
    (['GET', 'POST'] as const).flatMap((method) => {
      const found = actions.filter((action) => wire[action.endpoint] === path && action.method === method);
      return found.length === 0 ? [] : [createOperation({ path, endpoint, method }, found, wire, schemas)];
    }),
  );
}

function createOperation(
  { path, endpoint, method }: { readonly path: string; readonly endpoint: string; readonly method: 'GET' | 'POST' },
  actions: readonly AjaxAction[],
  wire: WireNames,
  schemas: JsonSchemas,
): PlacedOperation {
  const described = actions.map((action) => describeAction(action, action.name(wire), schemas));
  const input = toInput(described);
  const bodies = described.map(({ response }) => response).filter((response) => response !== null);
  const content = {
    ...(bodies.length > 0 ? toContent(toAnyOf(bodies)) : {}),
    ...(bodies.length < described.length ? { 'text/html': { schema: { type: 'string' } } } : {}),
  };
  const codes: ErrorCodes = Object.assign({}, ...described.map((action) => action.codes));
  return {
    method,
    path,
    operation: {
      operationId: `${endpoint}.${method.toLowerCase()}`,
      tags: ['ajax'],
      description: described.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n'),
      ...(method === 'GET'
        ? { parameters: [{ name: 'fields', in: 'query', required: true, style: 'form', explode: true, schema: input }] }
        : { requestBody: { required: true, content: toBodyContent(input, true) } }),
      responses: {
        200: { description: 'Success', content },
        ...toFailures({
          unknown_action,
          ...inputErrors,
          ...(method === 'POST' ? { ...bodyErrors, ...originErrors } : {}),
          ...codes,
        }).responses,
      },
      security: [{}, { visitor: [] }, ...(actions.some(({ nonce }) => nonce) ? [{ visitor: [], nonce: [] }] : [])],
      'x-actions': described.map(({ name, description, request, response, action, codes }) => ({
        ...{ action: name, description, request, response: response ?? 'text/html' },
        needsNonce: action.nonce !== undefined,
        ...(action.requires === undefined ? {} : { permission: action.requires }),
        failures: Object.keys(codes),
      })),
    },
  };
}

function toAnyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only, ...others] = schemas;
  return only && others.length === 0 ? only : { anyOf: schemas };
}

interface DescribedAction {
  readonly action: AjaxAction;
  readonly name: string;
  readonly description: string;
  readonly request: JsonSchema;
  /** Null for HTML. */
  readonly response: JsonSchema | null;
  readonly codes: ErrorCodes;
}

function describeAction(action: AjaxAction, name: string, schemas: JsonSchemas): DescribedAction {
  const fields = schemas.convert(action.schema, 'input');
  return {
    ...{ action, name, description: action.description },
    request: schemas.add(`ajax.${name}`, addActionField(fields, name)),
    response: action.response === 'html' ? null : schemas.convert(action.response, 'output'),
    codes: {
      ...(action.nonce === undefined ? {} : { rest_cookie_invalid_nonce }),
      ...(action.requires === undefined ? {} : permissionErrors),
      ...action.errors,
    },
  };
}

function addActionField({ properties = {}, required = [], ...rest }: JsonSchema, name: string): JsonSchema {
  return {
    ...{ type: 'object', ...rest },
    properties: { action: { const: name }, ...(properties as object) },
    required: ['action', ...(required as string[])],
  };
}

function toInput(described: readonly DescribedAction[]): JsonSchema {
  const [only, ...others] = described;
  if (only && others.length === 0) return only.request;
  const mapping = Object.fromEntries(described.map(({ name, request }) => [name, request.$ref]));
  return { oneOf: described.map(({ request }) => request), discriminator: { propertyName: 'action', mapping } };
}
