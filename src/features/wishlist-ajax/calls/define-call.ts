import { z } from 'zod';
import {
  findOwnLists,
  formatWishlistNotice,
  getLoadUses,
  getWriteUses,
  readWishlistHint,
  renderWishlistFragments,
  toUserWishlists,
  type UserWishlist,
  userWishlist,
  type WriteFailure,
  wishlistErrors,
} from '#features/wishlists/index.ts';
import { defineMutation, type Mutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { escapeHtml } from '#platform/pages/html-template.ts';
import { getOwner, keepOwnerCookie, type Owner, resolveOwner } from '#platform/sessions/owner.ts';
import { getActionName, type WishlistCallName } from '../contract.ts';
import { type CallFields, createFieldsSchema, readBlocks, readText } from '../fields.ts';
import { isWishlistNonce } from '../nonces.ts';

/** What a call is answered with besides the blocks. Left out: what the specification does not give the call. */
export interface CallAnswer {
  readonly result?: 'true' | 'exists' | boolean;
  readonly message?: string;
  readonly template?: string;
  /** Adds `user_wishlists`, with links that add this product. */
  readonly listsFor?: number | null;
}

interface CallSuccess {
  readonly ok: true;
  readonly answer: CallAnswer;
}

export type CallResult = CallSuccess | WriteFailure;

export interface CallDefinition {
  readonly call: WishlistCallName;
  readonly name: string;
  readonly description: string;
  /** What its own fields mean. */
  readonly fields: Readonly<Record<string, string>>;
  /** Fails with the boolean `false`. Default: the text `error`. */
  readonly isBoolean?: true;
  /** Changes nothing. */
  readonly isRead?: true;
  /** @param owner a guest without visitor has a new one, without row and cookie */
  readonly run: (call: MutationCall, owner: Owner, fields: CallFields) => Promise<CallResult>;
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

type WishlistReply = z.infer<typeof wishlistReply>;

/**
 * A call of scripts of a shop that moved here. Failures have status 200 and a message: scripts show
 * nothing after other replies. The blocks are rendered after failures, too, so that the page shows
 * what is true, but not for those who call too often.
 */
export function defineCall(definition: CallDefinition): Mutation {
  const { call: key, name, description, fields, isBoolean, isRead } = definition;
  return defineMutation({
    ...{ name: `wishlist-ajax.${name}`, description, schema: createFieldsSchema(fields), errors: wishlistErrors },
    limits: {
      uses: isRead ? getLoadUses : getWriteUses,
      refuse: (): WriteFailure => ({ ok: false, code: 'TOO_MANY_CHANGES' }),
      countsFailures: true,
    },
    run: (call: MutationCall, given: CallFields) => runCall(definition, call, given),
    hint: async ({ shop, getActor }: MutationCall) =>
      isRead ? null : readWishlistHint(shop, getOwner(await getActor())),
    ajax: {
      name: (wire) => getActionName(wire, key),
      endpoint: 'wishlistAjax',
      response: wishlistReply,
      success: (call: MutationCall, { answer }: CallSuccess) => createReply(call, answer),
      failure: async (call: MutationCall, failure: WriteFailure) => ({
        ...(failure.code === 'TOO_MANY_CHANGES'
          ? { message: formatFailure(call, failure), fragments: {} }
          : await createReply(call, { message: formatFailure(call, failure), listsFor: null })),
        result: isBoolean ? false : ('error' as const),
      }),
    },
  });
}

/** Checks nonce and context before the call runs. */
export async function isCallAllowed(call: MutationCall, key: WishlistCallName, fields: CallFields): Promise<boolean> {
  const actor = await call.getActor();
  return (
    readText(fields, 'context') === 'frontend' && isWishlistNonce(call.shop, actor, key, readText(fields, 'nonce'))
  );
}

async function runCall(definition: CallDefinition, call: MutationCall, fields: CallFields): Promise<CallResult> {
  const { shop, request, reply } = call;
  if (!(await isCallAllowed(call, definition.call, fields))) return { ok: false, code: 'PAGE_TOO_OLD' };
  const owner = await resolveOwner(shop, request);
  const result = await definition.run(call, owner, fields);
  if (result.ok && definition.call === 'add_to_wishlist') keepOwnerCookie(shop, request, reply, owner);
  return result;
}

function formatFailure({ shop }: MutationCall, { code, max, left }: WriteFailure): string {
  return formatWishlistNotice(shop.t, { code, max, count: left });
}

/** Scripts insert the name as HTML. */
const toScriptList = (list: UserWishlist): UserWishlist => ({
  ...list,
  wishlist_name: escapeHtml(list.wishlist_name),
});

async function createReply(
  { shop, request, getActor }: MutationCall,
  { result, message, template, listsFor }: CallAnswer,
): Promise<WishlistReply> {
  const actor = await getActor();
  const [lists, fragments] = await Promise.all([
    listsFor === undefined ? null : findOwnLists(shop, shop.db, getOwner(actor)),
    renderWishlistFragments(shop, actor, readBlocks(request.body as CallFields)),
  ]);
  return {
    ...(result === undefined ? {} : { result }),
    ...(message === undefined ? {} : { message }),
    ...(template === undefined ? {} : { template }),
    ...(lists === null ? {} : { user_wishlists: toUserWishlists(lists, listsFor ?? null).map(toScriptList) }),
    fragments,
  };
}
