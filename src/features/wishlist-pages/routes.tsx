import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { shopPath } from '#features/catalog/index.ts';
import {
  correctWishlistHint,
  findList,
  getWishlistPath,
  type Wishlist,
  wishlistPath,
} from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { getActor } from '#platform/sessions/actor.ts';
import { getOwner, type Owner } from '#platform/sessions/owner.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { getListPdfPath, managePath, mobileHeader, searchListsPath } from './contract.ts';
import { viewQuery } from './list/list-href.ts';
import { renderList, wishlistStyles } from './list/list-page.tsx';
import { renderListPdf } from './list/list-pdf.ts';
import { type PageNotice, PageNotices, pageNoticeCodes } from './list/notices.tsx';
import { renderManagePage } from './lists/manage-page.tsx';
import { renderSearchPage } from './lists/search-page.tsx';
import { registerPopups } from './popups/popup-routes.tsx';
import { wishlistPageTexts as texts } from './texts.ts';

export function registerWishlistPages(app: FastifyInstance, shop: Shop): void {
  app.get(wishlistPath, (request, reply) => showList(shop, request, reply, null));
  app.get(getWishlistPath(':token'), (request, reply) => showList(shop, request, reply, readToken(request)));
  app.get(getListPdfPath(':token'), (request, reply) => showPdf(shop, request, reply));
  app.get(managePath, (request, reply) => showPage(shop, request, reply, renderManagePage));
  app.get(searchListsPath, (request, reply) => showPage(shop, request, reply, renderSearchPage));
  registerPopups(app, shop);
}

const readToken = ({ params }: FastifyRequest): string => (params as { token: string }).token;

/** @param token null for the shopper's default list */
async function showList(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | null,
): Promise<FastifyReply> {
  const list = await findVisibleList(shop, request, token);
  if (!list && token !== null) return reply.callStatusPage(404);
  const notices = consumeNotices(shop, request, reply, pageNoticeCodes);
  hideAddress(reply);
  const actor = await getActor(shop, request);
  const correctHint = () => correctWishlistHint(shop, { request, reply, owner: getOwner(actor) });
  if (!list) {
    await correctHint();
    return renderPrivatePage(shop, request, reply, createNoListPage(shop, notices));
  }
  const { page: pageNumber, view: layout } = viewQuery.parse(request.query);
  // The shopper may never see a prefetched page.
  const isSeen = !request.headers['sec-purpose'];
  const isMobile = request.headers[mobileHeader] === 'yes';
  const [view] = await Promise.all([
    renderList(shop, actor, list, { pageNumber, layout, isMobile, notices, isSeen }),
    correctHint(),
  ]);
  return renderPrivatePage(shop, request, reply, view);
}

async function findVisibleList(shop: Shop, request: FastifyRequest, token: string | null): Promise<Wishlist | null> {
  if (token !== null && !/^[\w-]{22}$/.test(token)) return null;
  return findList(shop, shop.db, getOwner(await getActor(shop, request)), token);
}

/** Hides the address of a list from other sites and search engines. */
function hideAddress(reply: FastifyReply): void {
  reply.header('referrer-policy', 'same-origin').header('x-robots-tag', 'noindex');
}

async function showPdf(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const list = await findVisibleList(shop, request, readToken(request));
  if (!list) return reply.callStatusPage(404);
  hideAddress(reply);
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', 'inline; filename="wishlist.pdf"')
    .type('application/pdf')
    .send(await renderListPdf(shop, list));
}

type RenderPage = (
  shop: Shop,
  owner: Owner | null,
  input: { readonly notices: readonly PageNotice[]; readonly query: unknown },
) => Promise<PrivateView>;

async function showPage(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  render: RenderPage,
): Promise<FastifyReply> {
  const owner = getOwner(await getActor(shop, request));
  const notices = consumeNotices(shop, request, reply, pageNoticeCodes);
  const [view] = await Promise.all([
    render(shop, owner, { notices, query: request.query }),
    correctWishlistHint(shop, { request, reply, owner }),
  ]);
  return renderPrivatePage(shop, request, reply, view);
}

function createNoListPage({ t }: Shop, notices: readonly PageNotice[]): PrivateView {
  return {
    title: t(texts.wishlist),
    styles: wishlistStyles,
    body: (
      // Forms of a deleted list lead here. The behaviour lets their scripts show this page's notice, which another
      // request would not get.
      <Behaviour of="wishlist-pages/list-page" when="load">
        <div className="wrap wishlist">
          <PageHead title={t(texts.wishlist)} />
          <PageNotices context={{ t }} notices={notices} />
          <EmptyState title={t(texts.emptyTitle)} text={t(texts.emptyText)}>
            <ButtonLink href={shopPath}>{t(texts.continueShopping)}</ButtonLink>
            <a href={searchListsPath}>{t(texts.searchLists)}</a>
          </EmptyState>
        </div>
      </Behaviour>
    ),
  };
}
