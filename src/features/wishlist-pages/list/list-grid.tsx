import { productPath } from '#features/catalog/index.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { wishlistPageSettings } from '../settings.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { ItemCheckbox, ItemHandle, ItemQuantity } from './item-controls.tsx';
import { ItemName, ItemPhoto, ItemPrice } from './item-view.tsx';
import { ItemActions, type ItemProps, ItemText } from './list-rows.tsx';
import { getTableProps, type ListFormProps } from './table-props.ts';

const sizes = '(min-width: 850px) 260px, 45vw';

/** The rows as photographs. Each opens a panel with the details of its row (spec 2.9/11). */
export function ListGrid(props: ListFormProps) {
  const { context, view } = props;
  return (
    <ul {...getTableProps(props, ['images_grid', 'wishlist-grid'])}>
      {view.page.items.map((item) => (
        <li key={item.id} id={`item-${item.id}`} data-row-id={item.id}>
          <div className="product-checkbox">
            <ItemCheckbox context={context} view={view} item={item} />
            <ItemHandle {...props} item={item} />
          </div>
          <GridItem {...props} item={item} />
        </li>
      ))}
    </ul>
  );
}

function GridItem(props: ItemProps) {
  const { shop, context, view, item } = props;
  const photo = <ItemPhoto shop={shop} item={item} sizes={sizes} />;
  if (!shop.settings(wishlistPageSettings).gridPopup)
    return (
      <>
        <div className="product-thumbnail">
          {item.slug === null ? photo : <a href={productPath(item.slug)}>{photo}</a>}
        </div>
        <p className="wishlist-item__name">
          <ItemName item={item} />
        </p>
        <ItemPrice context={context} item={item} />
        <div className="product-add-to-cart">
          <ItemActions {...props} />
        </div>
      </>
    );
  return (
    <details className="wishlist-grid__item">
      <summary className="product-thumbnail">
        {item.image === null ? <span className="wishlist-grid__no-photo">{item.name}</span> : photo}
        <VisuallyHidden>{context.t(texts.detailsOf, { name: item.name })}</VisuallyHidden>
      </summary>
      <div className="item-details">
        <ItemText {...props} />
        <ItemPrice context={context} item={item} />
        <div className="product-quantity">
          <ItemQuantity context={context} view={view} item={item} />
        </div>
        <div className="product-add-to-cart">
          <ItemActions {...props} />
        </div>
      </div>
    </details>
  );
}
