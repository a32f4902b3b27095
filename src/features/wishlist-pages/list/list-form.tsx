import { shopPath } from '#features/catalog/index.ts';
import type { SlideshowTexts } from '#ui/browser/lightbox/slideshow.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Select, type SelectOption } from '#ui/controls.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Pagination } from '#ui/pagination.tsx';
import {
  bulkActionsField,
  formatShownRows,
  listLayouts,
  listToCartPath,
  listTokenId,
  shownField,
  updateListPath,
} from '../contract.ts';
import { fragmentClass, getFormClass, getPrefix } from '../names.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { toShownRow } from '../writes/save-rows.ts';
import { getListHref } from './list-href.ts';
import { ListRows } from './list-rows.tsx';
import type { ListFormProps } from './render-rows.tsx';

/**
 * Renders one page of a list as a form around its rows. All its buttons submit the form, so that values typed into
 * other rows are saved as well. Enter presses the first button, which only saves.
 */
export function ListForm({ shop, context, view, classes }: ListFormProps & { readonly classes?: readonly string[] }) {
  const { list, page, layout, chosenLayout, isMobile } = view;
  const prefix = getPrefix(shop);
  const options = {
    ...{ wishlist_token: list.token, page: page.page, layout, is_mobile: isMobile ? 'yes' : 'no' },
    is_user_owner: list.isUserOwner,
  };
  return (
    <form
      id={getFormClass(prefix)}
      className={(classes ?? [getFormClass(prefix), fragmentClass]).join(' ')}
      method="post"
      action={list.isUserOwner ? updateListPath : listToCartPath}
      data-fragment-options={JSON.stringify(options)}
    >
      <button className="visually-hidden" type="submit" name="update" value="1" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" id={listTokenId} name={listTokenId} value={list.token} />
      <input type="hidden" name="page" value={page.page} />
      {chosenLayout !== null && <input type="hidden" name="view" value={chosenLayout} />}
      {list.isUserOwner && (
        <input type="hidden" name={shownField} value={formatShownRows(page.items.map(toShownRow))} />
      )}
      {/* These parts are inside the form, so that they disappear with the last row where scripts replace only the form. */}
      {page.itemCount === 0 ? (
        <EmptyList context={context} view={view} />
      ) : (
        <>
          <ViewSwitch context={context} view={view} />
          <ListRows {...{ shop, context, view }} />
          <ListPagination context={context} view={view} />
          <BulkActions context={context} view={view} />
        </>
      )}
    </form>
  );
}

type PartProps = Pick<ListFormProps, 'context' | 'view'>;

function EmptyList({ context: { t }, view: { list } }: PartProps) {
  return (
    <EmptyState
      title={t(list.isUserOwner ? texts.emptyTitle : texts.emptyOthersTitle)}
      text={t(list.isUserOwner ? texts.emptyText : texts.emptyOthers)}
    >
      <ButtonLink href={shopPath}>{t(texts.continueShopping)}</ButtonLink>
    </EmptyState>
  );
}

function ViewSwitch({ context: { t }, view: { list, page, layout } }: PartProps) {
  const photographs = page.items.filter(({ image }) => image !== null).length;
  const slideshow: SlideshowTexts = {
    label: t(texts.slideshow),
    play: t(texts.play),
    pause: t(texts.pause),
    // The script replaces the placeholder with the number.
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

function ListPagination({ context: { t }, view: { list, page, layout } }: PartProps) {
  const getHref = (number: number) => getListHref(list.token, number, layout);
  const numbers = Array.from({ length: page.pageCount }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === page.pageCount || Math.abs(number - page.page) <= 2,
  );
  return (
    <Pagination
      label={t(texts.pagination)}
      current={page.page}
      pages={numbers.map((number) => ({ number, label: t(texts.pageNumber, { number }), href: getHref(number) }))}
      previous={page.page > 1 ? { name: t(texts.previous), href: getHref(page.page - 1) } : undefined}
      next={page.page < page.pageCount ? { name: t(texts.next), href: getHref(page.page + 1) } : undefined}
    />
  );
}

function BulkActions({ context: { t }, view: { list, otherLists, page } }: PartProps) {
  const hasBuyable = page.items.some(({ availability }) => availability === 'available');
  const options: SelectOption[] = [
    ...(hasBuyable ? [{ value: 'add_to_cart', label: t(texts.addToCart) }] : []),
    { value: 'delete', label: t(texts.remove) },
    ...otherLists.map(({ token, name }) => ({ value: `move:${token}`, label: t(texts.moveToList, { name }) })),
  ];
  return (
    <div className="wishlist-bulk">
      {list.isUserOwner && (
        <p className="wishlist-bulk__select">
          <Select
            name={bulkActionsField}
            defaultValue=""
            aria-label={t(texts.bulkLabel)}
            options={[{ value: '', label: t(texts.bulkLabel) }, ...options]}
          />
          <Button look="quiet" name="apply_bulk_actions" value="1">
            {t(texts.apply)}
          </Button>
        </p>
      )}
      <p className="wishlist-bulk__buttons">
        {list.isUserOwner && (
          <Button className="when-no-script" look="quiet" name="update" value="1">
            {t(texts.update)}
          </Button>
        )}
        {hasBuyable && (
          <>
            <Button
              className="wishlist-bulk__selected"
              look="quiet"
              name="add_selected_to_cart"
              value="1"
              formAction={listToCartPath}
            >
              {t(texts.addSelected)}
            </Button>
            <Button name="add_all_to_cart" value="1" formAction={listToCartPath}>
              {t(texts.addAll)}
            </Button>
          </>
        )}
      </p>
    </div>
  );
}
