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
import { maxAddedRows, type RowsAdded } from '../writes/add-rows-to-cart.ts';
import { getRowHref, type ListView } from './list-view.ts';
import { getItemHref } from './render-rows.tsx';
import { WriteForm } from './write-form.tsx';

const ownCodes = ['addedToCart', 'listSaved', 'NOTHING_SELECTED', 'NO_ACTION_CHOSEN', 'NO_LIST_CHOSEN'] as const;

export const pageNoticeCodes = [...wishlistNoticeCodes, ...ownCodes];

export interface PageNotice extends SavedNotice {
  readonly code: (typeof pageNoticeCodes)[number];
}

export type ToCartReport = Pick<RowsAdded, 'added' | 'refused' | 'leftOut'>;

interface NoticesProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly notices: readonly PageNotice[];
  readonly view?: ListView;
  /** Path to which undo buttons redirect on other pages. Default: the restored list. */
  readonly returnTo?: string;
  readonly toCart?: ToCartReport | undefined;
}

/** Shows the result of the last form, with a button that undoes a removal. */
export function PageNotices({ context: { t }, notices, view, returnTo, toCart }: NoticesProps): ReactNode {
  const mergedItems = view?.list.mergedItems ?? 0;
  const hasFocus = toCart !== undefined || (view?.askingItem ?? null) !== null;
  return (
    <>
      {mergedItems > 0 && <Notice kind="info">{t(texts.merged, { count: mergedItems })}</Notice>}
      {toCart && view && <ToCartNotice t={t} report={toCart} view={view} />}
      {notices.map((notice, index) => (
        <Notice
          key={`${notice.code} ${notice.key ?? ''}`}
          kind={isSuccess(notice) ? 'success' : 'error'}
          autoFocus={!hasFocus && index === 0}
        >
          <NoticeContent t={t} notice={notice} returnTo={view?.href ?? returnTo} otherLists={view?.otherLists ?? []} />
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
  readonly otherLists: readonly Wishlist[];
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

/** Links to the product page of a row that can't be added as it is. */
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

interface ToCartProps {
  readonly t: Translate;
  readonly report: ToCartReport;
  readonly view: ListView;
}

function ToCartNotice({ t, report: { added, refused, leftOut }, view }: ToCartProps) {
  return (
    <Notice kind="error" id={cartReportId} autoFocus title={t(texts.notAllAdded)}>
      {added > 0 && <AddedToCart t={t} count={added} />}
      {leftOut > 0 && <p>{t(texts.leftOutOfCart, { count: leftOut, max: maxAddedRows })}</p>}
      {refused.length > 0 && (
        <ul>
          {refused.map(({ item, position, reason }) => (
            <li key={item.id}>
              <a href={getRowHref(view, item.id, position)}>{item.name}</a>: {reason} <ProductLink t={t} item={item} />
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
