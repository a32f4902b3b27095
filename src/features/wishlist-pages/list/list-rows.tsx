import type { WishlistItem } from '#features/wishlists/index.ts';
import { createHtmlTemplate } from '#platform/pages/html-template.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { createItemControls } from './item-controls.tsx';
import { createItemText } from './item-text.tsx';
import { keepItemPrice, keepRowPhoto } from './item-view.tsx';
import { type ListFormProps, TableFrame } from './table-frame.tsx';

/** The rows as a table. Its roles are written out, since small windows show each row as a block. */
export function ListTable(props: ListFormProps) {
  const { shop, context, view } = props;
  const { t } = context;
  const controls = createItemControls(shop, context, view);
  const renderText = createItemText(props);
  const fillRow = createHtmlTemplate(['id'], (places) => <TableRow {...places} />, rowParts);
  const renderRow = (item: WishlistItem) =>
    fillRow({
      id: item.id,
      selection: controls.renderSelection(item),
      photograph: keepRowPhoto({ shop, item, sizes: '112px' }),
      text: renderText(item),
      price: keepItemPrice({ shop, context, item }),
      quantity: controls.renderQuantity(item),
      actions: controls.renderActions(item),
    });
  return (
    <TableFrame {...props} looks={['responsive', 'wishlist-rows']}>
      <table className="wishlist-table" role="table">
        <thead>
          <tr role="row">
            {[texts.select, texts.photo, texts.item, texts.price, texts.quantity, texts.actions].map((text) => (
              <th key={text.key} role="columnheader" scope="col">
                {t(text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
          dangerouslySetInnerHTML={{
            // Not joined: that copies all of it once more.
            __html: view.page.items.reduce((html, item) => html + renderRow(item), ''),
          }}
        />
      </table>
    </TableFrame>
  );
}

const rowParts = ['selection', 'photograph', 'text', 'price', 'quantity', 'actions'] as const;

/** @param props HTML by part */
function TableRow({ id, ...parts }: Readonly<Record<'id' | (typeof rowParts)[number], string>>) {
  const cells = {
    'product-checkbox': parts.selection,
    'product-thumbnail': parts.photograph,
    'product-name': parts.text,
    'product-price': parts.price,
    'product-quantity': parts.quantity,
    'product-add-to-cart': parts.actions,
  };
  return (
    <tr id={`item-${id}`} role="row" data-row-id={id}>
      {Object.entries(cells).map(([className, html]) => (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
        <td key={className} className={className} role="cell" dangerouslySetInnerHTML={{ __html: html }} />
      ))}
    </tr>
  );
}

/** The rows of small windows, which a script asks for. */
export function MobileList(props: ListFormProps) {
  const { shop, context, view } = props;
  const controls = createItemControls(shop, context, view);
  const renderText = createItemText(props);
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
              dangerouslySetInnerHTML={{ __html: keepRowPhoto({ shop, item, sizes: '96px' }) }}
            />
            <div
              className="product-name"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
              dangerouslySetInnerHTML={{ __html: renderText(item) + keepItemPrice({ shop, context, item }) }}
            />
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
