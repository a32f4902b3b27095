import type { ReactNode } from 'react';
import { shopPath } from '#features/catalog/index.ts';
import { wishlistSettings } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { SlideshowTexts } from '#ui/browser/lightbox/slideshow.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { listLayouts, managePath } from '../contract.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { BuyForms, GiftFacts, OwnPurchases, type PurchaseView, ThankYouList } from './gift-parts.tsx';
import { ListForm } from './list-form.tsx';
import { getListHref } from './list-href.ts';
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
  const { list, page } = view;
  const { t } = context;
  return (
    <Behaviour of="wishlist-script/list-page" when="load">
      {/* Also of a list without rows, to which some can come back. */}
      <div className="wrap wishlist" data-mobile-width={shop.settings(wishlistSettings).mobileWidth}>
        <ListHead context={context} shop={shop} view={view} />
        {notices}
        <div className="split">
          <div className="split__main">
            {page.itemCount === 0 ? (
              <EmptyState
                title={t(list.isUserOwner ? texts.emptyTitle : texts.emptyOthersTitle)}
                text={t(list.isUserOwner ? texts.emptyText : texts.emptyOthers)}
              >
                <ButtonLink href={shopPath}>{t(texts.continueShopping)}</ButtonLink>
              </EmptyState>
            ) : (
              <>
                <ViewSwitch context={context} view={view} />
                <ListForm shop={shop} context={context} view={view} />
                <BuyForms view={view} />
              </>
            )}
            <OwnPurchases {...props} />
            <ThankYouList {...props} />
          </div>
          <ListTools shop={shop} context={context} view={view} />
        </div>
      </div>
      {below}
    </Behaviour>
  );
}

type HeadProps = Pick<ListPageProps, 'shop' | 'context' | 'view'>;

/** The title, which its owner can edit (spec 2.9/9), and what is known of the list. */
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
        <h1 className="wishlist-anchor">{list.name}</h1>
      </div>
      {list.isUserOwner && <TitleForm t={t} list={list} maxNameLength={maxNameLength} returnTo={href} />}
      <p className="wishlist__facts">{t(texts.itemCount, { count: list.itemCount })}</p>
      <GiftFacts context={{ t }} list={list} />
    </header>
  );
}

/** Rows or photographs, and a slideshow by script. */
function ViewSwitch({ context: { t }, view: { list, page, layout } }: Omit<HeadProps, 'shop'>) {
  const photographs = page.items.filter(({ image }) => image !== null).length;
  const slideshow: SlideshowTexts = {
    label: t(texts.slideshow),
    play: t(texts.play),
    pause: t(texts.pause),
    // The script puts the number in.
    thumbnail: t(texts.thumbnail, { n: '{n}' }),
    imageFailed: t(texts.imageFailed),
    ok: t(texts.ok),
  };
  return (
    <p className="wishlist__views">
      {listLayouts.map((each) => (
        <a
          key={each}
          href={getListHref(list.token, page.page, each)}
          aria-current={each === layout ? 'true' : undefined}
          rel="nofollow"
        >
          {t(each === 'table' ? texts.viewRows : texts.viewPhotographs)}
        </a>
      ))}
      {photographs > 1 && (
        <button className="button button--text when-script" type="button" data-slideshow={JSON.stringify(slideshow)}>
          {slideshow.label}
        </button>
      )}
    </p>
  );
}
