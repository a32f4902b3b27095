import type { FastifyInstance } from 'fastify';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type AjaxAction, defineAjaxAction } from '#platform/http/ajax.ts';
import { createNonceMutation } from '#platform/sessions/routes.ts';
import { answerCall, answerForm, answerJson, createCall } from './answer-mutation.ts';
import { getBodySchema } from './form-schema.ts';
import type { Mutation } from './mutation.ts';

export function listAjaxActions(features: readonly Pick<Feature, 'actions' | 'mutations'>[]): AjaxAction[] {
  return features.flatMap(({ actions = [], mutations = [] }) => [...actions, ...mutations.flatMap(toAjaxAction)]);
}

export function listNonceActions(features: readonly Pick<Feature, 'actions' | 'mutations'>[]): ReadonlySet<string> {
  const calls = features.flatMap(({ mutations = [] }) => mutations.flatMap(({ json }) => json?.nonce ?? []));
  return new Set([...listAjaxActions(features).flatMap(({ nonce }) => nonce ?? []), ...calls]);
}

export function listMutations(features: readonly Pick<Feature, 'actions' | 'mutations'>[]): Mutation[] {
  return [createNonceMutation(listNonceActions(features)), ...features.flatMap(({ mutations }) => mutations ?? [])];
}

/** Registers the forms and JSON calls. `registerAjax` registers the ajax actions. */
export function registerMutations(app: FastifyInstance, shop: Shop, mutations: readonly Mutation[]): void {
  for (const mutation of mutations) {
    const { name, requires, requiresFresh, files, form, json } = mutation;
    const config = {
      mutation: name,
      ...(requires === undefined ? {} : { requires }),
      ...(requiresFresh ? { requiresFresh } : {}),
      ...(files === undefined ? {} : { multipart: true, files: () => files(shop) }),
    };
    if (form)
      app.post(form.path, { config }, (request, reply) => answerForm(mutation, form, createCall(shop, request, reply)));
    if (json)
      app.route({
        method: json.method ?? 'POST',
        url: json.path(shop.wire),
        config: { ...config, multipart: files !== undefined || (json.multipart ?? false) },
        handler: (request, reply) => answerJson(mutation, json, createCall(shop, request, reply)),
      });
  }
}

function toAjaxAction(mutation: Mutation): AjaxAction[] {
  const { description, schema, requires, errors, ajax } = mutation;
  if (!ajax) return [];
  if (mutation.requiresFresh)
    throw new TypeError(`The mutation '${mutation.name}' requires a fresh sign-in: it can be no ajax action`);
  const { name, endpoint, nonce, sharesNonce, response } = ajax;
  const action = defineAjaxAction({
    ...{ name, description, endpoint, method: 'POST', schema: getBodySchema(schema), response },
    ...(errors === undefined ? {} : { errors: errors.codes }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(sharesNonce === undefined ? {} : { sharesNonce }),
    ...(requires === undefined ? {} : { requires }),
    run: (call, input) => answerCall(mutation, ajax, call, input),
  });
  return [action];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    mutation?: string;
  }
}
