import type { FastifyRequest } from 'fastify';
import { adminPath, isAdminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import { largeFormBody } from '#platform/forms/read-form.ts';
import { wantsJson } from '#platform/http/replies.ts';
import { repeatFormPath } from '../contract.ts';
import { isFresh, toSignInAgain } from '../pages/require-customer.ts';
import { keepForm } from './kept-forms.ts';

/** Replaces the id of a form that could not be kept. The page after the sign-in says so. */
const formNotKeptId = 'not-kept';

/**
 * Returns the path of the page for signing in again when the sign-in of this request is too old for a dangerous
 * action, else null. A form of the back office is kept, so that nothing typed is lost.
 */
export async function findFreshSignInPath(shop: Shop, request: FastifyRequest): Promise<string | null> {
  // A request without an account session comes from a program, for example.
  if (request.accountSession === undefined || isFresh(shop, request)) return null;
  if (request.method === 'GET' || request.method === 'HEAD' || wantsJson(request)) return toSignInAgain(request.url);
  if (!isAdminPath(request.url.split('?', 1)[0] ?? '')) return toSignInAgain(adminPath());
  return toSignInAgain(repeatFormPath((await keepFormOf(shop, request, request.accountSession.id)) ?? formNotKeptId));
}

/** Files of a form don't outlive its request, so a form with files can't be kept. */
async function keepFormOf(shop: Shop, { url, body, headers }: FastifyRequest, customerId: number) {
  if (headers['content-type']?.startsWith('multipart/')) return null;
  const fields = largeFormBody.safeParse(body ?? {});
  return fields.success ? keepForm(shop, customerId, { path: url, fields: fields.data }) : null;
}
