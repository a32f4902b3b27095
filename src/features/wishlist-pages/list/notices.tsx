import type { ReactNode } from 'react';
import { cartPath } from '#features/cart/index.ts';
import {
  formatWishlistNotice,
  getWishlistPath,
  isWishlistSuccess,
  type Wishlist,
  type WishlistItem,
  type WishlistNotice,
  wishlistNoticeCodes,
} from '#features/wishlists/index.ts';
import type { Notice as SavedNotice } from '#platform/http/notices.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { cartReportId } from '../contract.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { maxAddedRows, type RefusedRow, type RowsAdded } from '../writes/add-rows-to-cart.ts';
import { getItemHref } from './item-row.tsx';
import { WriteForm } from './write-form.tsx';

const ownCodes = ['addedToCart', 'listSaved', 'NOTHING_SELECTED', 'NO_ACTION_CHOSEN', 'NO_LIST_CHOSEN'] as const;

/** For `consumeNotices` of the pages about wishlists. */
export const pageNoticeCodes = [...wishlistNoticeCodes, ...ownCodes];

export interface PageNotice extends SavedNotice {
  readonly code: (typeof pageNoticeCodes)[number];
}

/** Rows that were added to the cart, and those that were not. */
export type ToCartReport = Pick<RowsAdded, 'added' | 'refused' | 'leftOut'>;

interface NoticesProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly notices: readonly PageNotice[];
  /** Path of the page, to which what undoes leads back. Default: the list that it restores. */
  readonly returnTo?: string | undefined;
  /** Whether a row of the page is asked about, which gets the focus. */
  readonly hasAskingItem?: boolean;
  readonly toCart?: ToCartReport | undefined;
  /** The address of a row, by its position in the list. */
  readonly getRowHref?: (row: Pick<RefusedRow, 'item' | 'position'>) => string;
  /** Lists to which rows of the page can have moved. */
  readonly otherLists?: readonly Pick<Wishlist, 'id' | 'name' | 'token'>[] | undefined;
  /** Items that came from the guest's list at sign-in. */
  readonly mergedItems?: number | undefined;
}

/** What the last form did, with a way to undo a removal. */
export function PageNotices({
  context: { t },
  notices,
  returnTo,
  hasAskingItem = false,
  otherLists = [],
  toCart,
  getRowHref = ({ item }) => `#item-${item.id}`,
  mergedItems = 0,
}: NoticesProps): ReactNode {
  return (
    <>
      {mergedItems > 0 && <Notice kind="info">{t(texts.merged, { count: mergedItems })}</Notice>}
      {toCart && <ToCartNotice t={t} report={toCart} getRowHref={getRowHref} />}
      {notices.map((notice, index) => (
        <Notice
          key={`${notice.code} ${notice.key ?? ''}`}
          kind={isSuccess(notice) ? 'success' : 'error'}
          autoFocus={!toCart && !hasAskingItem && index === 0}
        >
          <NoticeContent t={t} notice={notice} returnTo={returnTo} otherLists={otherLists} />
        </Notice>
      ))}
    </>
  );
}

const isSuccess = ({ code }: PageNotice): boolean =>
  isOwn(code) ? code === 'addedToCart' || code === 'listSaved' : isWishlistSuccess(code);

const isOwn = (code: PageNotice['code']): code is (typeof ownCodes)[number] =>
  (ownCodes as readonly string[]).includes(code);

interface ContentProps {
  readonly t: Translate;
  readonly notice: PageNotice;
  readonly returnTo: string | undefined;
  readonly otherLists: readonly Pick<Wishlist, 'id' | 'name' | 'token'>[];
}

function NoticeContent({ t, notice, returnTo, otherLists }: ContentProps) {
  const { code, key, keys = [], count = 1 } = notice;
  if (code === 'addedToCart') return <AddedToCart t={t} count={count} />;
  if (isOwn(code)) return t(texts[code]);
  const sentence = formatWishlistNotice(t, notice as WishlistNotice);
  const target = code === 'moved' ? otherLists.find(({ id }) => String(id) === key) : undefined;
  if (target)
    return (
      <p>
        {sentence} <a href={getWishlistPath(target.token)}>{t(texts.viewList, { name: target.name })}</a>
      </p>
    );
  if ((key === undefined && keys.length === 0) || (code !== 'removed' && code !== 'deleted')) return sentence;
  return (
    <WriteForm write={code === 'removed' ? 'restore' : 'restore-list'} fields={{ return: returnTo }}>
      {keys.map((id) => (
        <input key={id} type="hidden" name="item_id[]" value={id} />
      ))}
      {sentence}{' '}
      <Button
        look="text"
        {...(key !== undefined && { name: code === 'removed' ? 'item_id' : 'wishlist_id', value: key })}
      >
        {t(texts.undo)}
      </Button>
    </WriteForm>
  );
}

function AddedToCart({ t, count }: { readonly t: Translate; readonly count: number }) {
  return (
    <p>
      {t(texts.addedToCart, { count })} <a href={cartPath}>{t(texts.viewCart)}</a>
    </p>
  );
}

/** Where to go on with a row that cannot be added as it is. */
function ProductLink({ t, item }: { readonly t: Translate; readonly item: WishlistItem }) {
  const href = getItemHref(item);
  if (item.availability !== 'choose-options' || href === null) return null;
  return (
    <a href={href}>
      {t(item.productType === 'variable' ? texts.chooseOptions : texts.viewProduct)}{' '}
      <VisuallyHidden>{item.name}</VisuallyHidden>
    </a>
  );
}

function ToCartNotice({
  t,
  report: { added, refused, leftOut },
  getRowHref,
}: Required<Pick<NoticesProps, 'getRowHref'>> & {
  readonly t: Translate;
  readonly report: ToCartReport;
}) {
  return (
    <Notice kind="error" id={cartReportId} autoFocus title={t(texts.notAllAdded)}>
      {added > 0 && <AddedToCart t={t} count={added} />}
      {leftOut > 0 && <p>{t(texts.leftOutOfCart, { count: leftOut, max: maxAddedRows })}</p>}
      {refused.length > 0 && (
        <ul>
          {refused.map(({ item, position, reason }) => (
            <li key={item.id}>
              <a href={getRowHref({ item, position })}>{item.name}</a>: {reason} <ProductLink t={t} item={item} />
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
