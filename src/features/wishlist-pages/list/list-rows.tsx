import type { WishlistItem } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { GiftState } from './gift-state.tsx';
import { createItemControls, ItemNote } from './item-controls.tsx';
import {
  ItemChanges,
  ItemDates,
  ItemName,
  ItemOptions,
  ItemPrice,
  ItemStock,
  keepItemPhoto,
  keepItemPrice,
} from './item-view.tsx';
import { type ListFormProps, TableFrame } from './table-frame.tsx';

/** The rows as a table. Its roles are written out, since small windows show each row as a block. */
export function ListTable(props: ListFormProps) {
  const { shop, context, view } = props;
  const { t } = context;
  const controls = createItemControls(shop, context, view);
  const { isUserOwner } = view.list;
  return (
    <TableFrame {...props} looks={['responsive', 'wishlist-rows']}>
      <table className="wishlist-table" role="table">
        <thead>
          <tr role="row">
            {[texts.select, texts.photo, texts.item, texts.price, texts.quantity, texts.actions].map((text) => (
              <th key={text.key} role="columnheader" scope="col">
                {text === texts.select && !isUserOwner ? null : t(text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.page.items.map((item) => (
            <tr key={item.id} id={`item-${item.id}`} role="row" data-row-id={item.id}>
              <td
                className="product-checkbox"
                role="cell"
                // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
                dangerouslySetInnerHTML={{ __html: controls.renderSelection(item) }}
              />
              <td
                className="product-thumbnail"
                role="cell"
                // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
                dangerouslySetInnerHTML={{ __html: keepItemPhoto({ shop, item, sizes: '112px' }) }}
              />
              <td className="product-name" role="cell">
                <ItemText {...props} item={item} />
              </td>
              <td
                className="product-price"
                role="cell"
                // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
                dangerouslySetInnerHTML={{ __html: keepItemPrice({ shop, context, item }) }}
              />
              <td
                className="product-quantity"
                role="cell"
                // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
                dangerouslySetInnerHTML={{ __html: controls.renderQuantity(item) }}
              />
              <td
                className="product-add-to-cart"
                role="cell"
                // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
                dangerouslySetInnerHTML={{ __html: controls.renderActions(item) }}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** The rows of small windows, which a script asks for (spec 4.8/9). */
export function MobileList(props: ListFormProps) {
  const { shop, context, view } = props;
  const controls = createItemControls(shop, context, view);
  return (
    <TableFrame {...props} looks={['responsive', 'mobile', 'wishlist-rows']}>
      <ul className="wishlist-mobile">
        {view.page.items.map((item) => (
          <li key={item.id} id={`item-${item.id}`} data-row-id={item.id}>
            <div
              className="product-checkbox"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
              dangerouslySetInnerHTML={{ __html: controls.renderSelection(item) }}
            />
            <div
              className="product-thumbnail"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
              dangerouslySetInnerHTML={{ __html: keepItemPhoto({ shop, item, sizes: '96px' }) }}
            />
            <div className="product-name">
              <ItemText {...props} item={item} />
              <ItemPrice context={context} item={item} />
            </div>
            <div
              className="product-quantity"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
              dangerouslySetInnerHTML={{ __html: controls.renderQuantity(item) }}
            />
            <div
              className="product-add-to-cart"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
              dangerouslySetInnerHTML={{ __html: controls.renderActions(item) }}
            />
          </li>
        ))}
      </ul>
    </TableFrame>
  );
}

interface ItemProps extends ListFormProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly item: WishlistItem;
}

/** Name, options, stock, changes and note. */
export function ItemText({ shop, context, view, item }: ItemProps) {
  return (
    <>
      <p className="wishlist-item__name">
        <ItemName item={item} />
      </p>
      <ItemOptions item={item} />
      <ItemStock context={context} item={item} />
      <ItemChanges shop={shop} context={context} item={item} />
      <ItemNote item={item} />
      <ItemDates context={context} item={item} />
      <GiftState context={context} view={view} item={item} />
    </>
  );
}
