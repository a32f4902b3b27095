import type { ReactNode } from 'react';
import { wishlistSettings } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import type { ListView } from './list-view.ts';

export interface ListFormProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly view: ListView;
}

interface TableFrameProps extends ListFormProps {
  /** Classes that say how the rows are shown. */
  readonly looks: readonly string[];
  readonly children: ReactNode;
}

/** The element around the rows, by which scripts find the list, and the box that selects all of them. */
export function TableFrame({ shop, context: { t }, view, looks, children }: TableFrameProps) {
  const { list, page } = view;
  const { sortByDragging, hasSortableLibrary } = shop.settings(wishlistSettings);
  // A script of a shop that moved here stops at `sortable` where its library isn't there. The shop's own needs no class.
  const sorting = list.isUserOwner ? sortByDragging && hasSortableLibrary && 'sortable' : 'no-interactions';
  const names = ['cart', 'wishlist_table', ...looks, sorting].filter(Boolean);
  return (
    <div
      className={names.join(' ')}
      data-id={list.id}
      data-token={list.token}
      data-page={page.page}
      data-per-page={page.perPage}
      data-pagination={page.pageCount > 1 ? 'yes' : 'no'}
    >
      <p className="wishlist-select-all when-script">
        {/* Scripts of a shop that moved here look for it by this id, beside the rows. */}
        <label>
          <input className="choice__input" type="checkbox" id="bulk_add_to_cart" /> {t(texts.selectAll)}
        </label>
      </p>
      {children}
    </div>
  );
}
