import type { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { defineMutation, type Mutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { getOwner, keepOwnerCookie, type Owner, resolveOwner } from '#platform/sessions/owner.ts';
import { Notice } from '#ui/notice.tsx';
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

/** What replies say of a success. */
interface WriteReply {
  readonly result?: 'true' | 'exists';
  /** The list that it was about, if it is the shopper's. */
  readonly list?: ListRow;
  readonly itemId?: number | undefined;
  readonly productId?: number;
  /** Path of the next page after a form. Default: the list, or the default list. */
  readonly nextPath?: string;
}

export interface WriteSuccess extends WriteReply {
  readonly ok: true;
  readonly notice: WishlistNotice;
}

/** What a rule returns. `token` opens the list of the next page. */
type RuleSuccess = Omit<WriteReply, 'nextPath'> & { readonly ok: true; readonly token?: string };

interface WriteDefinition<Input, Result extends RuleSuccess, Actor extends Owner | null> {
  readonly write: WishlistWrite;
  /** Whether the page of its form sets the visitor's cookie, so that a browser that keeps cookies sends it. */
  readonly hasCookieFirst?: true;
  /** `verb-noun`. */
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodType<Input>;
  /** The rule. */
  readonly run: (shop: Shop, owner: Actor, input: Input) => Promise<Result | WishlistFailure>;
  readonly notice: WishlistSuccessCode | ((result: Result) => WishlistNotice);
  /** What the rule does not return. */
  readonly reply?: (result: Result, input: Input) => WriteReply;
}

/** A write of wishlists by its form and its call, and for other calls. */
export interface Write<Input> {
  readonly mutation: Mutation;
  readonly run: (shop: Shop, owner: Owner, input: Input) => Promise<WriteSuccess | WishlistFailure>;
}

/** A write of a shopper's own lists. No owner means no lists. */
export const defineWrite = <Input, Result extends RuleSuccess>(
  definition: WriteDefinition<Input, Result, Owner | null>,
): Write<Input> => createWrite(definition, async ({ getActor }, run) => run(getOwner(await getActor())));

/** A write that a new guest may begin with: a success sets the visitor's cookie. */
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

/** Whether the form of a page came without the cookie that the page has set: its list would be nobody's. */
async function keepsNoCookies({ request, getActor }: MutationCall, write: WishlistWrite): Promise<boolean> {
  const { request_key: key = '' } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  const isOfPage = key !== '' && request.routeOptions.url === getWishlistFormPath(write);
  return isOfPage && getOwner(await getActor()) === null;
}

type RunAsOwner<Actor> = (owner: Actor) => Promise<WriteSuccess | WishlistFailure>;

/** @param runAsOwner finds the owner and runs the write for them */
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
  // Every rule takes an owner; some also take none.
  return { mutation, run: run as Write<Input>['run'] };
}

/** Failures of somebody whose page shows what is gone. */
const notFoundCodes: readonly WishlistFailure['code'][] = ['LIST_NOT_FOUND', 'ITEM_NOT_FOUND'];

/** A page of its own: notices for the next page are a cookie, too. */
function createCookiesPage({ shop: { t } }: MutationCall): PrivateView {
  const body = (
    <div className="wrap wrap--text">
      <header className="page-head">
        <h1>{t(texts.defaultName)}</h1>
      </header>
      <Notice kind="error" autoFocus>
        {t(texts.COOKIES_OFF)}
      </Notice>
    </div>
  );
  return { title: t(texts.defaultName), body };
}

/** Of the pages about wishlists, the one that a form came from: a path below `/wishlist`. */
function readReturnPath({ request }: MutationCall): string | null {
  const { return: path } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  return typeof path === 'string' && returnPattern.test(path) ? path : null;
}

const returnPattern =
  /^\/wishlist(?:\/[\w-]{1,60}){0,3}(?:\?(?:page=\d{1,6}|view=[a-z-]{1,20}|page=\d{1,6}&view=[a-z-]{1,20}))?$/;

/** The page that the form came from, unless it is that of a list that the shopper no longer sees. */
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
