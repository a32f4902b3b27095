import type { ReactNode } from 'react';
import { wishlistSettings } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { managePath } from '../contract.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { BuyForms, GiftFacts, OwnPurchases, type PurchaseView, ThankYouList } from './gift-parts.tsx';
import { ListForm } from './list-form.tsx';
import { ListTools } from './list-tools.tsx';
import type { ListView } from './list-view.ts';
import { TitleForm } from './title-form.tsx';

export const wishlistStyles = 'src/features/wishlist-pages/wishlist.page.css' as const;

export interface ListPageProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly view: ListView;
  readonly purchases: PurchaseView;
  /** What the last form did. */
  readonly notices: ReactNode;
  /** Parts of the page below the list. */
  readonly below: ReactNode;
}

/** Query parameters of a list's page. */
const listQuery = ['page', 'view'] as const;

export function createListPage(props: ListPageProps): PrivateView {
  return { title: props.view.list.name, styles: wishlistStyles, query: listQuery, body: <ListPage {...props} /> };
}

function ListPage(props: ListPageProps) {
  const { shop, context, view, notices, below } = props;
  const { page } = view;
  return (
    <Behaviour of="wishlist-pages/list-page" when="load">
      {/* Also of a list without rows, to which some can come back. */}
      <div className="wrap wishlist" data-mobile-width={shop.settings(wishlistSettings).mobileWidth}>
        <ListHead context={context} shop={shop} view={view} />
        {notices}
        <ListTools shop={shop} context={context} view={view} />
        <ListForm shop={shop} context={context} view={view} />
        {page.itemCount > 0 && <BuyForms view={view} />}
        <OwnPurchases {...props} />
        <ThankYouList {...props} />
      </div>
      {below}
    </Behaviour>
  );
}

type HeadProps = Pick<ListPageProps, 'shop' | 'context' | 'view'>;

/** The title, which its owner can edit, and what is known of the list. */
function ListHead({ shop, context: { t }, view: { list, href } }: HeadProps) {
  const { maxNameLength } = shop.settings(wishlistSettings);
  return (
    <header className="page-head">
      {list.isUserOwner && (
        <p className="wishlist__back">
          <a href={managePath}>{t(texts.allLists)}</a>
        </p>
      )}
      <div className={`wishlist-title${list.isUserOwner ? ' wishlist-title-with-form' : ''}`}>
        {/* The title of the page. Scripts of a shop that moved here make this element editable. */}
        <h2 className="wishlist-anchor" aria-level={1}>
          {list.name}
        </h2>
      </div>
      {list.isUserOwner && <TitleForm t={t} list={list} maxNameLength={maxNameLength} returnTo={href} />}
      <p className="wishlist__facts">{t(texts.itemCount, { count: list.itemCount })}</p>
      <GiftFacts context={{ t }} list={list} />
    </header>
  );
}
