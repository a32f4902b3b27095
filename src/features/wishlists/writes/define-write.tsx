import type { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { defineMutation, type Mutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { getOwner, keepOwnerCookie, type Owner, resolveOwner } from '#platform/sessions/owner.ts';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import {
  getWishlistCallPath,
  getWishlistFormPath,
  getWishlistPath,
  type WishlistWrite,
  wishlistPath,
} from '../contract.ts';
import { refuse, type WishlistFailure, wishlistErrors } from '../errors.ts';
import { renderWishlistFragments } from '../fragments/render-fragments.ts';
import { correctWishlistHint, readWishlistHint } from '../hints.ts';
import { countWishlistItems } from '../items/find-items.ts';
import { findList, findOwnLists, getListName, toUserWishlists } from '../lists/find-lists.ts';
import type { ListRow } from '../lists/list-rows.ts';
import { wishlistTexts as texts } from '../texts.ts';
import { writeLimits } from './limits.ts';
import { formatWishlistNotice, toWishlistNotice, type WishlistNotice, type WishlistSuccessCode } from './notices.ts';
import { type WishlistReply, wishlistReply } from './reply-schema.ts';
import { readRequestedBlocks } from './schemas.ts';

interface WriteReply {
  readonly result?: 'true' | 'exists';
  /** The changed list, if it belongs to the shopper. */
  readonly list?: ListRow;
  readonly itemId?: number | undefined;
  readonly productId?: number;
  /** Path to redirect to after a form. Default: the changed list, or else the default list. */
  readonly nextPath?: string;
}

export interface WriteSuccess extends WriteReply {
  readonly ok: true;
  readonly notice: WishlistNotice;
}

/** Result of the function that performs a write. `token` is that of the list to redirect to. */
type RuleSuccess = Omit<WriteReply, 'nextPath'> & { readonly ok: true; readonly token?: string };

interface WriteDefinition<Input, Result extends RuleSuccess, Actor extends Owner | null> {
  readonly write: WishlistWrite;
  /**
   * Whether the page of the write's form sets the visitor cookie. A request without the cookie then means that
   * cookies are off.
   */
  readonly hasCookieFirst?: true;
  /** Name in the form `verb-noun`. */
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodType<Input>;
  readonly run: (shop: Shop, owner: Actor, input: Input) => Promise<Result | WishlistFailure>;
  readonly notice: WishlistSuccessCode | ((result: Result) => WishlistNotice);
  /** Adds values to the reply that `run` does not return. */
  readonly reply?: (result: Result, input: Input) => WriteReply;
}

/** A write as a mutation with form and call, and as a function for other calls. */
export interface Write<Input> {
  readonly mutation: Mutation;
  readonly run: (shop: Shop, owner: Owner, input: Input) => Promise<WriteSuccess | WishlistFailure>;
}

/** Defines a write of the shopper's own lists. Without an owner there are no lists. */
export const defineWrite = <Input, Result extends RuleSuccess>(
  definition: WriteDefinition<Input, Result, Owner | null>,
): Write<Input> => createWrite(definition, async ({ getActor }, run) => run(getOwner(await getActor())));

/** Defines a write that may be the first one of a guest. A success then sets the visitor cookie. */
export const defineFirstWrite = <Input, Result extends RuleSuccess>(
  definition: WriteDefinition<Input, Result, Owner>,
): Write<Input> =>
  createWrite(definition, async (call, run) => {
    const { shop, request, reply } = call;
    if (definition.hasCookieFirst && (await keepsNoCookies(call, definition.write))) return refuse('COOKIES_OFF');
    const owner = await resolveOwner(shop, request);
    const result = await run(owner);
    if (result.ok) keepOwnerCookie(shop, request, reply, owner);
    return result;
  });

/**
 * Returns whether the form of a page was sent without the cookie that the page has set. A new list would then be
 * lost, since the browser would not keep its owner's cookie.
 */
async function keepsNoCookies({ request, getActor }: MutationCall, write: WishlistWrite): Promise<boolean> {
  const { request_key: key = '' } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  const isOfPage = key !== '' && request.routeOptions.url === getWishlistFormPath(write);
  return isOfPage && getOwner(await getActor()) === null;
}

type RunAsOwner<Actor> = (owner: Actor) => Promise<WriteSuccess | WishlistFailure>;

/** @param runAsOwner finds the owner and runs the write for this owner */
function createWrite<Input, Result extends RuleSuccess, Actor extends Owner | null>(
  { write, name, description, schema, ...definition }: WriteDefinition<Input, Result, Actor>,
  runAsOwner: (call: MutationCall, run: RunAsOwner<Actor>) => Promise<WriteSuccess | WishlistFailure>,
): Write<Input> {
  const run = async (shop: Shop, owner: Actor, input: Input): Promise<WriteSuccess | WishlistFailure> => {
    const result = await definition.run(shop, owner, input);
    if (!result.ok) return result;
    const notice = typeof definition.notice === 'string' ? { code: definition.notice } : definition.notice(result);
    const { token, ...reply } = result;
    const nextPath = token === undefined ? {} : { nextPath: getWishlistPath(token) };
    return { ...reply, ...nextPath, ...definition.reply?.(result, input), notice };
  };
  const mutation = defineMutation({
    ...{ name: `wishlists.${name}`, description, schema, errors: wishlistErrors, limits: writeLimits },
    run: async (call, input: Input) => {
      const result = await runAsOwner(call, (owner) => run(call.shop, owner, input));
      if (!result.ok && notFoundCodes.includes(result.code)) {
        const { shop, request, reply, getActor } = call;
        await correctWishlistHint(shop, { request, reply, owner: getOwner(await getActor()) });
      }
      return result;
    },
    hint: async ({ shop, getActor }: MutationCall) => readWishlistHint(shop, getOwner(await getActor())),
    message: ({ shop }: MutationCall, failure: WishlistFailure) =>
      formatWishlistNotice(shop.t, toWishlistNotice(failure)),
    form: {
      path: getWishlistFormPath(write),
      success: (call: MutationCall, { notice, list, nextPath }: WriteSuccess) => ({
        redirectTo: readReturnPath(call) ?? nextPath ?? (list ? getWishlistPath(list.token) : wishlistPath),
        notices: [notice],
      }),
      failure: async (call: MutationCall, failure: WishlistFailure) =>
        failure.code === 'COOKIES_OFF'
          ? { page: createCookiesPage(call) }
          : { redirectTo: await findFailurePath(call, failure), notices: [toWishlistNotice(failure)] },
    },
    json: {
      path: ({ rest }) => getWishlistCallPath(rest, write),
      response: wishlistReply,
      success: createReply,
    },
  });
  // Cast: every `run` accepts an owner, and some also accept null.
  return { mutation, run: run as Write<Input>['run'] };
}

/** Failures because the shopper's page still shows a list or row that no longer exists. */
const notFoundCodes: readonly WishlistFailure['code'][] = ['LIST_NOT_FOUND', 'ITEM_NOT_FOUND'];

/** Creates a page of its own, since notices for the next page need a cookie as well. */
function createCookiesPage({ shop: { t } }: MutationCall): PrivateView {
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={t(texts.defaultName)} />
      <Notice kind="error" autoFocus>
        {t(texts.COOKIES_OFF)}
      </Notice>
    </div>
  );
  return { title: t(texts.defaultName), body };
}

/** Reads the path of the wishlist page with the form, which must be below `/wishlist`. */
function readReturnPath({ request }: MutationCall): string | null {
  const { return: path } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  return typeof path === 'string' && returnPattern.test(path) ? path : null;
}

const returnPattern =
  /^\/wishlist(?:\/[\w-]{1,60}){0,3}(?:\?(?:page=\d{1,6}|view=[a-z-]{1,20}|page=\d{1,6}&view=[a-z-]{1,20}))?$/;

/**
 * Returns the path of the page with the form, or of the default list when the shopper can no longer see the page's
 * list.
 */
async function findFailurePath(call: MutationCall, { code }: WishlistFailure): Promise<string> {
  const path = readReturnPath(call) ?? wishlistPath;
  const [, token] = listPathPattern.exec(path) ?? [];
  if (token === undefined || !notFoundCodes.includes(code)) return path;
  const list = await findList(call.shop, call.shop.db, getOwner(await call.getActor()), token);
  return list ? path : wishlistPath;
}

const listPathPattern = new RegExp(`^${getWishlistPath('([\\w-]{22})')}(?:\\?|$)`);

async function createReply(
  { shop, request, getActor }: MutationCall,
  { notice, result = 'true', list, itemId, productId }: WriteSuccess,
): Promise<WishlistReply> {
  const actor = await getActor();
  const owner = getOwner(actor);
  const [lists, counts, fragments] = await Promise.all([
    findOwnLists(shop, shop.db, owner),
    countWishlistItems(shop.db, owner),
    renderWishlistFragments(shop, actor, readRequestedBlocks(request.body)),
  ]);
  return {
    ...{ result, message: formatWishlistNotice(shop.t, notice), item_id: itemId ?? null, ...counts, fragments },
    wishlist: list
      ? {
          ...{ id: list.id, token: list.token, name: getListName(shop, list) },
          ...{ privacy: list.privacy, default: list.isDefault },
        }
      : null,
    user_wishlists: toUserWishlists(lists, productId ?? null),
  };
}
