import { wishlistSettings } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { ListView } from './list-view.ts';

export interface ListFormProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly view: ListView;
}

/** Attributes of the element around the rows, by which scripts find the list (spec 3.8/1-7). */
export function getTableProps({ shop, view }: ListFormProps, looks: readonly string[]) {
  const { list, page } = view;
  const { sortByDragging, mobileWidth } = shop.settings(wishlistSettings);
  const isSortable = list.isUserOwner && sortByDragging;
  const names = ['cart', 'wishlist_table', ...looks, ...(isSortable ? ['sortable'] : ['no-interactions'])];
  return {
    className: names.join(' '),
    'data-id': list.id,
    'data-token': list.token,
    'data-page': page.page,
    'data-per-page': page.perPage,
    'data-pagination': page.pageCount > 1 ? 'yes' : 'no',
    'data-mobile-width': mobileWidth,
  };
}
