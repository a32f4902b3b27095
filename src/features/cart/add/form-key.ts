import type { FastifyRequest } from 'fastify';
import { readCookie } from '#platform/http/security/cookies.ts';
import { hintCookie } from '#platform/sessions/hint.ts';
import { cartVersionHint } from '../hints.ts';
import { createFormKey } from '../lines/recent-adds.ts';

/**
 * Makes a request key for a form that has none, from its fields and the cart that the browser knows.
 * @returns null without a known cart
 */
export function readFormKey(request: FastifyRequest, fields: Readonly<Record<string, unknown>>): string | null {
  const hint = new URLSearchParams(readCookie(request, hintCookie) ?? '');
  return createFormKey(hint.get(cartVersionHint) ?? '', fields);
}
