import { toCardPicture } from '#features/listing/index.ts';
import type { WishlistItem } from '#features/wishlists/index.ts';
import { Picture } from '#ui/picture.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { wishlistPageSettings } from '../settings.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { createItemControls, type ItemControls } from './item-controls.tsx';
import { createItemText } from './item-text.tsx';
import { getItemHref, ItemPrice, type ItemViewProps } from './item-view.tsx';
import type { ListView } from './list-view.ts';
import { type ListFormProps, TableFrame } from './table-frame.tsx';

const sizes = '(min-width: 850px) 260px, 45vw';

/** The rows as photographs. Each opens a panel with the details of its row. */
export function ListGrid(props: ListFormProps) {
  const { shop, context, view } = props;
  const controls = createItemControls(shop, context, view);
  const renderText = createItemText(props);
  return (
    <TableFrame {...props} looks={['images_grid']}>
      <ul className="wishlist-grid">
        {view.page.items.map((item) => (
          <li key={item.id} id={`item-${item.id}`} data-row-id={item.id}>
            <div
              className="product-checkbox"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
              dangerouslySetInnerHTML={{ __html: controls.renderSelection(item) }}
            />
            <GridItem {...props} controls={controls} renderText={renderText} item={item} />
          </li>
        ))}
      </ul>
    </TableFrame>
  );
}

interface GridItemProps extends ItemViewProps {
  readonly view: ListView;
  readonly controls: ItemControls;
  readonly renderText: (item: WishlistItem) => string;
}

function GridItem(props: GridItemProps) {
  const { shop, context, view, item } = props;
  const photo = item.image && <Picture picture={toCardPicture(shop.media.picture(item.image, ''))} sizes={sizes} />;
  const href = getItemHref(item);
  if (!shop.settings(wishlistPageSettings).gridPopup)
    return (
      <>
        <div className="product-thumbnail">{href === null ? photo : <a href={href}>{photo}</a>}</div>
        <div className="wishlist-grid__details">
          <ItemDetails {...props} />
        </div>
      </>
    );
  return (
    <details className="wishlist-grid__item" open={item.id === view.askingItem}>
      <summary className="product-thumbnail">
        {item.image === null ? <span className="wishlist-grid__no-photo">{item.name}</span> : photo}
        <VisuallyHidden>{context.t(texts.detailsOf, { name: item.name })}</VisuallyHidden>
      </summary>
      <div className="wishlist-grid__details item-details">
        <ItemDetails {...props} />
      </div>
    </details>
  );
}

function ItemDetails(props: GridItemProps) {
  const { context, item, controls, renderText } = props;
  return (
    <>
      <div
        className="wishlist-grid__text"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
        dangerouslySetInnerHTML={{ __html: renderText(item) }}
      />
      <ItemPrice context={context} item={item} />
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
    </>
  );
}
