import type { z } from 'zod';
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
import { wishlistErrors } from '../errors.ts';
import { renderWishlistFragments } from '../fragments/render-fragments.ts';
import { correctWishlistHint, readWishlistHint } from '../hints.ts';
import { countWishlistItems } from '../items/find-items.ts';
import { findList, findOwnLists, getListName } from '../lists/find-lists.ts';
import type { ListRow } from '../lists/list-rows.ts';
import { toUserWishlists } from '../lists/user-wishlists.ts';
import { wishlistTexts as texts } from '../texts.ts';
import { getWriteUses } from './limits.ts';
import { formatWishlistNotice, type WishlistFailureCode, type WishlistNotice } from './notices.ts';
import { readRequestedBlocks, wishlistReply } from './schemas.ts';

export interface WriteFailure {
  readonly ok: false;
  readonly code: WishlistFailureCode;
  readonly max?: number;
  readonly left?: number;
}

export interface WriteSuccess {
  readonly ok: true;
  readonly notice: WishlistNotice;
  readonly result?: 'true' | 'exists';
  /** The list that it was about, if it is the shopper's. */
  readonly list?: ListRow | null;
  readonly itemId?: number | undefined;
  readonly productId?: number;
  /** Path of the next page after a form. Default: the list, or the default list. */
  readonly nextPath?: string;
}

interface WriteDefinition<Input, Owner> {
  readonly write: WishlistWrite;
  /** Whether the page of its form sets the visitor's cookie, so that a browser that keeps cookies sends it. */
  readonly hasCookieFirst?: true;
  /** `verb-noun`. */
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodType<Input>;
  readonly run: (call: MutationCall, owner: Owner, input: Input) => Promise<WriteSuccess | WriteFailure>;
}

/** A write of a shopper's own lists. No owner means no lists. */
export function defineWrite<Input>(definition: WriteDefinition<Input, Owner | null>): Mutation {
  return defineAnyWrite(definition, async (call, input) =>
    definition.run(call, getOwner(await call.getActor()), input),
  );
}

/** A write that a new guest may begin with: a success sets the visitor's cookie. */
export function defineFirstWrite<Input>(definition: WriteDefinition<Input, Owner>): Mutation {
  return defineAnyWrite(definition, async (call, input) => {
    const { shop, request, reply } = call;
    if (definition.hasCookieFirst && (await keepsNoCookies(call, definition.write)))
      return { ok: false, code: 'COOKIES_OFF' };
    const owner = await resolveOwner(shop, request);
    const result = await definition.run(call, owner, input);
    if (result.ok) keepOwnerCookie(shop, request, reply, owner);
    return result;
  });
}

/** Whether the form of a page came without the cookie that the page has set: its list would be nobody's. */
async function keepsNoCookies({ request, getActor }: MutationCall, write: WishlistWrite): Promise<boolean> {
  const { request_key: key = '' } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  const isOfPage = key !== '' && request.routeOptions.url === getWishlistFormPath(write);
  return isOfPage && getOwner(await getActor()) === null;
}

/** Failures of somebody whose page shows what is gone. */
const notFoundCodes: readonly WishlistFailureCode[] = ['LIST_NOT_FOUND', 'ITEM_NOT_FOUND'];

function defineAnyWrite<Input>(
  { write, name, description, schema }: Omit<WriteDefinition<Input, never>, 'run'>,
  run: (call: MutationCall, input: Input) => Promise<WriteSuccess | WriteFailure>,
): Mutation {
  return defineMutation({
    ...{ name: `wishlists.${name}`, description, schema },
    run: async (call, input) => {
      const result = await run(call, input);
      if (!result.ok && notFoundCodes.includes(result.code)) {
        const { shop, request, reply, getActor } = call;
        await correctWishlistHint(shop, { request, reply, owner: getOwner(await getActor()) });
      }
      return result;
    },
    errors: wishlistErrors,
    limits: {
      uses: getWriteUses,
      refuse: (): WriteFailure => ({ ok: false, code: 'TOO_MANY_CHANGES' }),
      countsFailures: true,
    },
    hint: async ({ shop, getActor }: MutationCall) => readWishlistHint(shop, getOwner(await getActor())),
    message: ({ shop }: MutationCall, failure: WriteFailure) => formatWishlistNotice(shop.t, toNotice(failure)),
    form: {
      path: getWishlistFormPath(write),
      success: (call: MutationCall, { notice, list, nextPath }: WriteSuccess) => ({
        redirectTo: readReturnPath(call) ?? nextPath ?? (list ? getWishlistPath(list.token) : wishlistPath),
        notices: [notice],
      }),
      failure: async (call: MutationCall, failure: WriteFailure) =>
        failure.code === 'COOKIES_OFF'
          ? { page: createCookiesPage(call) }
          : { redirectTo: await findFailurePath(call, failure), notices: [toNotice(failure)] },
    },
    json: {
      path: ({ rest }) => getWishlistCallPath(rest, write),
      response: wishlistReply,
      success: createReply,
    },
  });
}

const toNotice = ({ code, max, left }: WriteFailure): WishlistNotice => ({ code, max, count: left });

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
async function findFailurePath(call: MutationCall, { code }: WriteFailure): Promise<string> {
  const path = readReturnPath(call) ?? wishlistPath;
  const [, token] = listPathPattern.exec(path) ?? [];
  if (token === undefined || !notFoundCodes.includes(code)) return path;
  const list = await findList(call.shop, call.shop.db, getOwner(await call.getActor()), token);
  return list ? path : wishlistPath;
}

const listPathPattern = new RegExp(`^${getWishlistPath('([\\w-]{22})')}(?:\\?|$)`);

async function createReply(
  { shop, request, getActor }: MutationCall,
  { notice, result = 'true', list = null, itemId, productId }: WriteSuccess,
): Promise<z.infer<typeof wishlistReply>> {
  const actor = await getActor();
  const owner = getOwner(actor);
  const [lists, { count, version }, fragments] = await Promise.all([
    findOwnLists(shop, shop.db, owner),
    countWishlistItems(shop.db, owner),
    renderWishlistFragments(shop, actor, readRequestedBlocks(request.body)),
  ]);
  return {
    ...{ result, message: formatWishlistNotice(shop.t, notice), item_id: itemId ?? null, count, version, fragments },
    wishlist: list && {
      ...{ id: list.id, token: list.token, name: getListName(shop, list) },
      ...{ privacy: list.privacy, default: list.isDefault },
    },
    user_wishlists: toUserWishlists(lists, productId ?? null),
  };
}
