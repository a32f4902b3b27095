import type { ReactNode } from 'react';
import { toCardPicture } from '#features/listing/index.ts';
import { type WishlistItem, wishlistSettings } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MediaRow } from '#platform/media/media.ts';
import { Picture } from '#ui/picture.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { wishlistPageSettings } from '../settings.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { ItemActions, ItemQuantity, ItemSelection, ItemText } from './item-row.tsx';
import { type ListFormProps, type RowProps, renderRows } from './render-rows.tsx';

/**
 * Renders the rows as a table, as a grid of photographs, or as blocks for small windows when a script requests them.
 */
export function ListRows(props: ListFormProps) {
  const { shop, view } = props;
  const keepPhotograph = (sizes: string, isCard = false) => keepRowPhotograph.bind(null, shop, sizes, isCard);
  if (view.layout === 'images-grid') {
    const rows = renderRows(props, GridRow, keepPhotograph('(min-width: 850px) 260px, 45vw', true));
    return (
      <TableFrame {...props} looks={['images_grid']}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React */}
        <ul className="wishlist-grid" dangerouslySetInnerHTML={{ __html: rows }} />
      </TableFrame>
    );
  }
  if (view.isMobile) {
    const rows = renderRows(props, MobileRow, keepPhotograph('96px'));
    return (
      <TableFrame {...props} looks={['responsive', 'mobile', 'wishlist-rows']}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React */}
        <ul className="wishlist-mobile" dangerouslySetInnerHTML={{ __html: rows }} />
      </TableFrame>
    );
  }
  const rows = renderRows(props, TableRow, keepPhotograph('112px'));
  return (
    <TableFrame {...props} looks={['responsive', 'wishlist-rows']}>
      {/* The roles are explicit, because small windows display each row as a block, which removes the table semantics. */}
      <table className="wishlist-table" role="table">
        <thead>
          <tr role="row">
            {[texts.select, texts.photo, texts.item, texts.price, texts.quantity, texts.actions].map((text) => (
              <th key={text.key} role="columnheader" scope="col">
                {props.context.t(text)}
              </th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React */}
        <tbody dangerouslySetInnerHTML={{ __html: rows }} />
      </table>
    </TableFrame>
  );
}

interface TableFrameProps extends ListFormProps {
  readonly looks: readonly string[];
  readonly children: ReactNode;
}

/** Renders the element around the rows, by which scripts find the list, and the checkbox that selects all rows. */
function TableFrame({ shop, context: { t }, view, looks, children }: TableFrameProps) {
  const { list, page } = view;
  const { sortByDragging, hasSortableLibrary } = shop.settings(wishlistSettings);
  // Scripts of a shop that moved here fail on `sortable` without their library, so the class needs the setting. The
  // shop's own script does not need the class.
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
        {/* Scripts of a migrated shop look for this element by its id, beside the rows. */}
        <label>
          <input className="choice__input" type="checkbox" id="bulk_add_to_cart" /> {t(texts.selectAll)}
        </label>
      </p>
      {children}
    </div>
  );
}

/** Returns cached HTML of a row's photograph. It contains nothing about the list, so all lists share it. */
function keepRowPhotograph(shop: Shop, sizes: string, isCard: boolean, { image }: WishlistItem): string {
  if (image === null) return '';
  const photograph = <RowPhotograph shop={shop} sizes={sizes} isCard={isCard} image={image} />;
  return shop.keepHtml('wishlist:photograph', [image, sizes, isCard], photograph);
}

interface RowPhotographProps {
  readonly shop: Shop;
  readonly sizes: string;
  readonly isCard: boolean;
  readonly image: MediaRow;
}

/** A component, so that the image's files are looked up only when the HTML is not cached. */
function RowPhotograph({ shop, sizes, isCard, image }: RowPhotographProps) {
  const picture = shop.media.picture(image, '');
  return <Picture picture={isCard ? toCardPicture(picture) : picture} sizes={sizes} />;
}

/** Creates the cells of a row, each with the class name by which scripts find it. */
function createCells(props: RowProps): readonly (readonly [string, ReactNode])[] {
  const { photograph, price } = props.item;
  return [
    ['product-checkbox', <ItemSelection key="selection" {...props} />],
    ['product-thumbnail', photograph],
    ['product-name', <ItemText key="text" {...props} />],
    ['product-price', price],
    ['product-quantity', <ItemQuantity key="quantity" {...props} />],
    ['product-add-to-cart', <ItemActions key="actions" {...props} />],
  ];
}

function TableRow(props: RowProps) {
  const { id } = props.item;
  return (
    <tr id={`item-${id}`} role="row" data-row-id={id}>
      {createCells(props).map(([className, content]) => (
        <td key={className} className={className} role="cell">
          {content}
        </td>
      ))}
    </tr>
  );
}

function MobileRow(props: RowProps) {
  const { id, price } = props.item;
  return (
    <li id={`item-${id}`} data-row-id={id}>
      {createCells(props).map(
        ([className, content]) =>
          className !== 'product-price' && (
            <div key={className} className={className}>
              {content}
              {className === 'product-name' && price}
            </div>
          ),
      )}
    </li>
  );
}

/** Renders a photograph with the details of its row, which are in a panel or below the photograph. */
function GridRow(props: RowProps) {
  const { id, name, href, photograph, price, asksForList } = props.item;
  const details = (
    <>
      <div className="wishlist-grid__text">
        <ItemText {...props} />
      </div>
      {price}
      <div className="product-quantity">
        <ItemQuantity {...props} />
      </div>
      <div className="product-add-to-cart">
        <ItemActions {...props} />
      </div>
    </>
  );
  return (
    <li id={`item-${id}`} data-row-id={id}>
      <div className="product-checkbox">
        <ItemSelection {...props} />
      </div>
      {props.shop.settings(wishlistPageSettings).gridPopup ? (
        <details className="wishlist-grid__item" open={asksForList}>
          <summary className="product-thumbnail">
            {photograph === '' ? <span className="wishlist-grid__no-photo">{name}</span> : photograph}
            <VisuallyHidden>{props.context.t(texts.detailsOf, { name })}</VisuallyHidden>
          </summary>
          <div className="wishlist-grid__details item-details">{details}</div>
        </details>
      ) : (
        <>
          <div className="product-thumbnail">{href === '' ? photograph : <a href={href}>{photograph}</a>}</div>
          <div className="wishlist-grid__details">{details}</div>
        </>
      )}
    </li>
  );
}
