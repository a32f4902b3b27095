import { z } from 'zod';
import {
  findOwnLists,
  formatWishlistNotice,
  loadLimits,
  readWishlistHint,
  refuse,
  renderWishlistFragments,
  toUserWishlists,
  toWishlistNotice,
  userWishlist,
  type WishlistFailure,
  type WishlistFailureCode,
  type Write,
  wishlistErrors,
  writeLimits,
} from '#features/wishlists/index.ts';
import { defineMutation, type Mutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { anyGuest } from '#platform/nonces/nonces.ts';
import { escapeHtml } from '#platform/pages/html-template.ts';
import { isGuest } from '#platform/sessions/actor.ts';
import { getOwner, keepOwnerCookie, resolveOwner } from '#platform/sessions/owner.ts';
import { getActionName, getNonceAction, type WishlistCallName } from './contract.ts';
import { type CallFields, createFieldsSchema, readBlocks, readText } from './fields.ts';

/** Values of a reply besides the blocks. A call leaves out values that its scripts do not expect. */
export interface CallAnswer {
  readonly result?: 'true' | 'exists' | boolean;
  readonly message?: string;
  readonly template?: string;
  /** Adds `user_wishlists` to the reply, with links that add this product; null adds links without a product. */
  readonly listsFor?: number | null;
}

interface CallSuccess {
  readonly ok: true;
  readonly answer: CallAnswer;
}

interface CallDefinition {
  readonly call: WishlistCallName;
  readonly name: string;
  readonly description: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Type of `result` in replies. Default: a success has no `result`, and a failure has the text `error`. */
  readonly results?: 'boolean' | 'text';
  readonly isRead?: true;
  readonly run: (call: MutationCall, fields: CallFields) => Promise<CallAnswer | WishlistFailure> | CallAnswer;
}

interface WriteCallDefinition<Input> extends Omit<CallDefinition, 'run'> {
  readonly write: Write<Input>;
  /** Returns the input of the write, or the code of a refusal. */
  readonly read: (fields: CallFields) => Input | WishlistFailureCode;
  readonly hasLists?: true;
}

export function defineWriteCall<Input extends object | number>(definition: WriteCallDefinition<Input>): Mutation {
  const { write, read, hasLists, results } = definition;
  return defineCall({
    ...definition,
    run: async ({ shop, request, reply }, fields) => {
      const input = read(fields);
      if (typeof input === 'string') return refuse(input);
      const owner = await resolveOwner(shop, request);
      const done = await write.run(shop, owner, input);
      if (!done.ok) return done;
      if (definition.call === 'add_to_wishlist') keepOwnerCookie(shop, request, reply, owner);
      return {
        ...(results && { result: results === 'boolean' ? true : (done.result ?? 'true') }),
        message: formatWishlistNotice(shop.t, done.notice),
        ...(hasLists && { listsFor: done.productId ?? null }),
      };
    },
  });
}

const wishlistReply = z
  .strictObject({
    result: z.union([z.enum(['true', 'exists', 'error']), z.boolean()]).optional(),
    message: z.string().optional(),
    template: z.string().optional().describe('HTML that replaces the form'),
    user_wishlists: z.array(userWishlist).optional().describe('Names are HTML'),
    fragments: z.record(z.string(), z.string()).describe('HTML of whole blocks by requested key'),
  })
  .meta({ id: 'WishlistAjaxReply' });

/**
 * Defines a call for scripts of a shop that moved here. Failures have status 200 and a message, since the scripts
 * show no message after other statuses. The blocks are rendered after failures, too, so that the page shows the
 * current state, except for clients that exceed the rate limit.
 */
export function defineCall({ call: key, name, description, fields, results, isRead, run }: CallDefinition): Mutation {
  return defineMutation({
    ...{ name: `wishlist-ajax.${name}`, description, schema: createFieldsSchema(fields), errors: wishlistErrors },
    limits: isRead ? loadLimits : writeLimits,
    run: async (call: MutationCall, given: CallFields): Promise<CallSuccess | WishlistFailure> => {
      if (!(await isCallAllowed(call, key, given))) return refuse('PAGE_TOO_OLD');
      const answer = await run(call, given);
      return 'ok' in answer ? answer : { ok: true, answer };
    },
    hint: async ({ shop, getActor }: MutationCall) =>
      isRead ? null : readWishlistHint(shop, getOwner(await getActor())),
    ajax: {
      name: (wire) => getActionName(wire, key),
      endpoint: 'wishlistAjax',
      response: wishlistReply,
      success: (call: MutationCall, { answer }: CallSuccess) => createReply(call, answer),
      failure: async (call: MutationCall, failure: WishlistFailure) => {
        const message = formatWishlistNotice(call.shop.t, toWishlistNotice(failure));
        const result = results === 'boolean' ? false : ('error' as const);
        if (failure.code === 'TOO_MANY_CHANGES') return { result, message, fragments: {} };
        return { ...(await createReply(call, { message, listsFor: null })), result };
      },
    },
  });
}

/**
 * Checks context and nonce before the call runs. A page that a guest opened before their first write contains a nonce
 * for any guest, which is valid until the guest signs in.
 */
export async function isCallAllowed(
  { shop: { nonces }, getActor }: MutationCall,
  key: WishlistCallName,
  fields: CallFields,
): Promise<boolean> {
  const actor = await getActor();
  const nonce = readText(fields, 'nonce');
  const isValid = (visitor: string | null) => nonces.isValid(visitor, getNonceAction(key), nonce);
  return (
    readText(fields, 'context') === 'frontend' && (isValid(actor.visitorId) || (isGuest(actor) && isValid(anyGuest)))
  );
}

async function createReply(
  { shop, request, getActor }: MutationCall,
  { listsFor, ...answer }: CallAnswer,
): Promise<z.infer<typeof wishlistReply>> {
  const actor = await getActor();
  const [lists, fragments] = await Promise.all([
    listsFor === undefined ? null : findOwnLists(shop, shop.db, getOwner(actor)),
    renderWishlistFragments(shop, actor, readBlocks(request.body as CallFields)),
  ]);
  // Scripts insert these names as HTML.
  const shown = lists?.map((list) => ({ ...list, name: escapeHtml(list.name) }));
  return { ...answer, ...(shown && { user_wishlists: toUserWishlists(shown, listsFor ?? null) }), fragments };
}
