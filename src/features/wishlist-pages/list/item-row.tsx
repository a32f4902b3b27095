import type { FunctionComponent } from 'react';
import { cartSettings } from '#features/cart/index.ts';
import { variationPath } from '#features/catalog/index.ts';
import { ProductPrice } from '#features/pricing/index.ts';
import { productFormTexts } from '#features/product-form/index.ts';
import {
  formatItemChoices,
  type ItemAvailability,
  maxItemQuantity,
  maxNoteLength,
  type WishlistItem,
  wishlistSettings,
} from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createHtmlTemplates } from '#platform/pages/html-template.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Select, Textarea } from '#ui/controls.tsx';
import { Field, FieldError, getControlProps } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Price } from '#ui/price.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import {
  destinationField,
  listToCartPath,
  movePopupPath,
  noteField,
  positionField,
  quantityField,
  selectedField,
} from '../contract.ts';
import { getPopupRel } from '../names.ts';
import { wishlistPageSettings } from '../settings.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { GiftState } from './gift-parts.tsx';
import { createLookQuery } from './list-href.ts';
import type { ListView } from './list-view.ts';

export interface ListFormProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly view: ListView;
}

/** The texts in which rows of one kind differ. */
const rowTexts = [
  ...(['id', 'name', 'href', 'productId', 'variationId', 'quantity', 'position', 'note', 'options'] as const),
  ...(['addedAt', 'added', 'stock', 'priceChange', 'bought', 'wanted'] as const),
] as const;
/** Parts of a row that are HTML already, since other pages have the same. */
const rowParts = ['photograph', 'price'] as const;

/** Decides which elements a row has: all rows of one kind have the same. */
interface RowKind {
  readonly action: 'choose-options' | 'add-to-cart' | null;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Whether its button has what add-to-cart scripts of a shop that moved here look for. */
  readonly hasScriptMarkup: boolean;
  /** Whether the form asked to move the row without a list: its select gets the focus. */
  readonly asksForList: boolean;
  readonly stockLevel: 'in' | 'low' | 'out';
  readonly changes: readonly ('backInStock' | 'priceRose' | 'priceFell')[];
}

type RowText = (typeof rowTexts)[number] | (typeof rowParts)[number];

export interface RowProps extends ListFormProps {
  /** Texts are placeholders, in which the values of each row are filled; '' is a text that the rows lack. */
  readonly item: RowKind & Readonly<Record<RowText, string>>;
}

/**
 * Returns the HTML of the rows of a page. Most of them differ in a few texts only, so each kind is rendered once:
 * React takes ten times as long for a row of fifty elements.
 */
export function renderRows(
  props: ListFormProps,
  Row: FunctionComponent<RowProps>,
  keepPhotograph: (item: WishlistItem) => string,
): string {
  const { shop, context, view } = props;
  const fill = createHtmlTemplates(rowTexts, rowParts);
  const formatAdded = createDateText(context);
  // Concatenated, since joining copies all of the HTML once more.
  return view.page.items.reduce((html, item) => {
    const { price, priceRange } = item;
    const kind = findRowKind(shop, view, item);
    const values = {
      ...formatRow(context, item),
      ...{ added: formatAdded(item.addedAt), photograph: keepPhotograph(item) },
      price: shop.keepHtml('wishlist:price', [price, priceRange], <ItemPrice context={context} item={item} />),
    };
    const empty = Object.entries(values).filter(([, text]) => text === '');
    const key = JSON.stringify([kind, empty]);
    return (
      html +
      fill(key, values, (places) => <Row {...props} item={{ ...places, ...Object.fromEntries(empty), ...kind }} />)
    );
  }, '');
}

function findRowKind(shop: Shop, view: ListView, item: WishlistItem): RowKind {
  const { availability, slug, choices, addons, stockLeft } = item;
  const canChoose = availability === 'choose-options' && slug !== null;
  // Such scripts send an id and a quantity, but no choices and add-ons.
  const isPlain = Object.keys({ ...choices, ...addons }).length === 0;
  return {
    action: canChoose ? 'choose-options' : availability === 'available' ? 'add-to-cart' : null,
    isFirst: item.position === 1,
    isLast: item.position === view.page.itemCount,
    hasScriptMarkup: shop.settings(cartSettings).hasScriptMarkup && isPlain,
    asksForList: item.id === view.askingItem,
    stockLevel: availability !== 'available' ? 'out' : stockLeft === null ? 'in' : 'low',
    changes: shop.settings(wishlistPageSettings).showStockAndPriceChanges
      ? // The stock says the others.
        item.changes.flatMap(({ kind }) => (kind === 'soldOut' || kind === 'noLongerSold' ? [] : [kind]))
      : [],
  };
}

export const availabilityTexts = {
  available: texts.inStock,
  'choose-options': texts.chooseOptions,
  'sold-out': productFormTexts.soldOut,
  unavailable: texts.unavailable,
} as const satisfies Record<ItemAvailability, unknown>;

function formatRow({ t, price, currency }: RenderContext, item: WishlistItem) {
  const { id, name, productId, variationId, quantity, position, note, addedAt, bought, availability, stockLeft } = item;
  const priceChange = item.changes.find((change) => 'before' in change);
  return {
    ...{ id, name, productId, variationId, quantity, position, note },
    href: getItemHref(item) ?? '',
    options: formatItemChoices(item).join(', '),
    addedAt: addedAt.toISOString(),
    stock: formatStock(t, availability, stockLeft),
    priceChange: priceChange
      ? t(texts[priceChange.kind], {
          before: price({ amount: priceChange.before, currency: item.price?.currency ?? currency }),
        })
      : '',
    bought: bought === null ? '' : t(texts.boughtOf, { bought, quantity }),
    wanted: bought === null || bought >= quantity ? '' : quantity - bought,
  };
}

function formatStock(t: RenderContext['t'], availability: ItemAvailability, left: number | null): string {
  // The button says that options are to be chosen.
  if (availability === 'choose-options') return '';
  return availability === 'available' && left !== null
    ? t(texts.fewLeft, { count: left })
    : t(availabilityTexts[availability]);
}

/** Returns the address of the product with the variation chosen; null where there is no page. */
export function getItemHref({ slug, productId, variationId, choices }: WishlistItem): string | null {
  return slug === null ? null : variationPath(slug, variationId === productId ? null : variationId, choices);
}

/** Days begin at whole quarters of an hour in all time zones. */
const quarterOfAnHour = 15 * 60 * 1000;

/** Formats a date once for each quarter of an hour: it takes as long as the rest of a row. */
function createDateText({ t }: RenderContext): (date: Date) => string {
  const formatted = new Map<number, string>();
  return (date) => {
    const quarter = Math.floor(date.getTime() / quarterOfAnHour);
    const text = formatted.get(quarter) ?? t(texts.addedOn, { date });
    formatted.set(quarter, text);
    return text;
  };
}

interface ItemPriceProps {
  readonly context: RenderContext;
  readonly item: Pick<WishlistItem, 'price' | 'priceRange'>;
}

function ItemPrice({ context, item: { price, priceRange } }: ItemPriceProps) {
  const { t } = context;
  if (price === null) return <ProductPrice context={context} range={priceRange} />;
  const format = (amount: number) => context.price({ amount, currency: price.currency });
  const isReduced = price.regular > price.current;
  const labels = { wasLabel: t(texts.regularPrice), nowLabel: t(texts.currentPrice) };
  return (
    <Price price={format(price.current)} sale={isReduced ? { was: format(price.regular), ...labels } : undefined} />
  );
}

/** Shows name, options, stock, changes, note, date and gift state. Everybody who sees the list sees the note. */
export function ItemText({ context, view, item }: RowProps) {
  const { id, name, href, options, note, addedAt, added, bought, wanted, stock, stockLevel } = item;
  return (
    <>
      <p className="wishlist-item__name">{href === '' ? name : <a href={href}>{name}</a>}</p>
      {options !== '' && <p className="wishlist-item__options">{options}</p>}
      {stock !== '' && <p className={`stock stock--${stockLevel}`}>{stock}</p>}
      <ItemChanges context={context} item={item} />
      {note !== '' && <p className="wishlist-item__note">{note}</p>}
      <p className="wishlist-item__added">
        <time dateTime={addedAt}>{added}</time>
      </p>
      {bought !== '' && (
        <GiftState context={context} id={id} name={name} bought={bought} wanted={view.list.isUserOwner ? '' : wanted} />
      )}
    </>
  );
}

/** Says how price and stock have changed since the row was added. */
function ItemChanges({ context: { t }, item: { changes, priceChange } }: Pick<RowProps, 'context' | 'item'>) {
  if (changes.length === 0) return null;
  return (
    <ul className="wishlist-item__changes">
      {changes.map((kind) => (
        <li key={kind} data-change={kind}>
          {kind === 'priceFell' && <Icon name="check" small />}
          {kind === 'backInStock' ? t(texts.backInStock) : priceChange}
        </li>
      ))}
    </ul>
  );
}

/** The checkbox selects the row for the actions below the list. By the handle, scripts move it by dragging or with arrow keys. */
export function ItemSelection({ shop, context: { t }, view: { list }, item: { id, name } }: RowProps) {
  return (
    <>
      <input
        className="choice__input"
        type="checkbox"
        name={selectedField(id)}
        value="1"
        aria-label={t(texts.selectItem, { name })}
      />
      {list.isUserOwner && shop.settings(wishlistSettings).sortByDragging && (
        <button
          className="wishlist-handle when-script"
          type="button"
          id={`handle-${id}`}
          aria-label={t(texts.drag, { name })}
        >
          <Icon name="menu" small />
        </button>
      )}
    </>
  );
}

/** The quantity that the owner wants, or that a viewer adds to the cart. */
export function ItemQuantity({ context: { t }, item }: RowProps) {
  return (
    <input
      className="input wishlist-item__quantity"
      type="number"
      name={quantityField(item.id)}
      defaultValue={item.quantity}
      min={1}
      max={maxItemQuantity}
      required
      inputMode="numeric"
      aria-label={t(texts.quantityOf, { name: item.name })}
    />
  );
}

/** Names the action, and for screen readers the row. The space is part of one text: React puts a comment between two. */
function ActionLabel({ text, name }: { readonly text: string; readonly name: string }) {
  return (
    <>
      {`${text} `}
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  );
}

/** Shows the buttons of a row. Viewers can only buy it. */
export function ItemActions(props: RowProps) {
  const { context, view, item } = props;
  const { id, name, href, action } = item;
  const { t } = context;
  return (
    <>
      {action === 'choose-options' && (
        <ButtonLink look="quiet" href={href}>
          <ActionLabel text={t(texts.chooseOptions)} name={name} />
        </ButtonLink>
      )}
      {action === 'add-to-cart' && <ItemAddToCart {...props} />}
      {view.list.isUserOwner && (
        <>
          <Button look="text" className="remove_from_wishlist" name="remove" value={id}>
            <ActionLabel text={t(texts.remove)} name={name} />
          </Button>
          <ItemMore {...props} />
        </>
      )}
    </>
  );
}

function ItemAddToCart({ context: { t }, view: { list }, item }: RowProps) {
  const { id, name, productId, variationId, quantity, hasScriptMarkup } = item;
  return (
    <Button
      look="quiet"
      className={hasScriptMarkup ? 'add_to_cart add_to_cart_button ajax_add_to_cart' : 'add_to_cart'}
      name="add_to_cart"
      value={id}
      formAction={listToCartPath}
      data-product_id={variationId}
      data-parent_id={productId}
      data-quantity={quantity}
      data-remove_from_wishlist_after_add_to_cart={list.isUserOwner ? id : undefined}
      data-wishlist_id={list.isUserOwner ? list.id : undefined}
    >
      <ActionLabel text={t(texts.addToCart)} name={name} />
    </Button>
  );
}

/** Hides what owners use less often: the note, the place and the other lists of a row. */
function ItemMore(props: RowProps) {
  const { context, item } = props;
  const { t } = context;
  const { id, name, note, position, isFirst, isLast, asksForList } = item;
  return (
    <details className="wishlist-item__more" open={asksForList}>
      <summary>
        <ActionLabel text={t(texts.more)} name={name} />
      </summary>
      <div className="wishlist-item__controls">
        <Field id={`note-${id}`} label={t(texts.note)}>
          {(control) => (
            <Textarea {...control} name={noteField(id)} defaultValue={note} maxLength={maxNoteLength} rows={2} />
          )}
        </Field>
        <p>
          <Button look="text" name="update" value="1">
            {t(texts.update)}
          </Button>
        </p>
        <ItemMove {...props} />
        <span className="wishlist-item__place">
          {/* Tells scripts its place. The form does not send it: its fields are counted. */}
          <input type="hidden" name={positionField(id)} value={position} disabled />
          <Button look="text" name="up" value={id} disabled={isFirst}>
            <ActionLabel text={t(texts.up)} name={name} />
          </Button>
          <Button look="text" name="down" value={id} disabled={isLast}>
            <ActionLabel text={t(texts.down)} name={name} />
          </Button>
        </span>
      </div>
    </details>
  );
}

/** Moves the row to another list of the select, or by a popup to a new one. */
function ItemMove({ context: { t }, view, item: { id, name, asksForList } }: RowProps) {
  if (!view.canHaveLists) return null;
  const options = view.otherLists.map(({ token, name }) => ({ value: token, label: name }));
  const error = asksForList ? t(texts.NO_LIST_CHOSEN) : undefined;
  return (
    <>
      <span className="wishlist-item__move">
        {options.length > 0 && (
          <>
            <Select
              controlClass="change-wishlist"
              name={destinationField(id)}
              defaultValue=""
              {...getControlProps(`move-${id}`, { error })}
              aria-label={t(texts.moveNamed, { name })}
              autoFocus={asksForList}
              options={[{ value: '', label: t(texts.moveTo) }, ...options]}
            />
            <Button look="text" name="move" value={id}>
              <ActionLabel text={t(texts.move)} name={name} />
            </Button>
          </>
        )}
        <a
          className="button button--text"
          href={createMoveHref(view, id)}
          rel="nofollow"
          data-rel={getPopupRel('move_to_another_wishlist')}
        >
          <ActionLabel text={t(texts.moveToNew)} name={name} />
        </a>
      </span>
      <FieldError id={`move-${id}`} error={error} />
    </>
  );
}

/** The popup leads back to the page and layout from which it was opened. */
function createMoveHref({ list, page, chosenLayout }: ListView, itemId: string): string {
  const query = new URLSearchParams({ wishlist_id: list.token, item_id: itemId, ajax: 'true' });
  for (const [name, value] of createLookQuery(page.page, chosenLayout)) query.append(name, value);
  return `${movePopupPath}?${query}`;
}
