import type { ReactElement } from 'react';
import { cartSettings } from '#features/cart/index.ts';
import { maxItemQuantity, maxNoteLength, type WishlistItem, wishlistSettings } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createHtmlTemplates } from '#platform/pages/html-template.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Select, Textarea } from '#ui/controls.tsx';
import { Field, FieldError, getControlProps } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
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
import { wishlistPageTexts as texts } from '../texts.ts';
import { getItemHref } from './item-view.tsx';
import { createLookQuery } from './list-href.ts';
import type { ListView } from './list-view.ts';

interface ItemControlsProps {
  readonly context: RenderContext;
  readonly view: ListView;
  readonly item: Readonly<Record<(typeof itemTexts)[number], string>>;
}

/** What controls say of their row: numbers as text, and the address of its product. */
const itemTexts = [
  'id',
  'name',
  'href',
  'productId',
  'variationId',
  'quantity',
  'position',
  'note',
] as const satisfies readonly (keyof WishlistItem | 'href')[];

/** HTML of the controls of a row. They are many elements, so each kind is rendered once for all rows of a list. */
export interface ItemControls {
  /** The checkbox and what scripts drag the row by. */
  readonly renderSelection: (item: WishlistItem) => string;
  readonly renderQuantity: (item: WishlistItem) => string;
  /** What can be done with a row. Viewers can only buy it. */
  readonly renderActions: (item: WishlistItem) => string;
}

export function createItemControls(shop: Shop, context: RenderContext, view: ListView): ItemControls {
  const { hasScriptMarkup } = shop.settings(cartSettings);
  const fillTexts = createHtmlTemplates(itemTexts);
  const fill = (kind: string, item: WishlistItem, render: (controls: ItemControlsProps) => ReactElement) =>
    fillTexts(kind, { ...item, href: getItemHref(item) ?? '' }, (places) => render({ context, view, item: places }));
  return {
    renderSelection: (item) =>
      fill('selection', item, (controls) => (
        <>
          <ItemCheckbox {...controls} />
          <ItemHandle {...controls} shop={shop} />
        </>
      )),
    renderQuantity: (item) => fill('quantity', item, (controls) => <ItemQuantity {...controls} />),
    renderActions: (item) => {
      const row: RowKind = {
        action: getBuyAction(item),
        isFirst: item.position === 1,
        isLast: item.position === view.page.itemCount,
        hasScriptMarkup: hasScriptMarkup && isPlain(item),
        asksForList: item.id === view.askingItem,
      };
      return fill(JSON.stringify(row), item, (controls) => <ItemActions {...controls} row={row} />);
    },
  };
}

/** What decides which controls a row has. */
interface RowKind {
  readonly action: 'choose-options' | 'add-to-cart' | null;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Whether its button has what add-to-cart scripts of a shop that moved here look for. */
  readonly hasScriptMarkup: boolean;
  /** Whether it was to be moved without a list: its select gets the focus. */
  readonly asksForList: boolean;
}

/** Whether an id and a quantity are all that is to be added: such scripts send no choices and add-ons. */
const isPlain = ({ choices, addons }: WishlistItem): boolean =>
  Object.keys(choices).length === 0 && Object.keys(addons).length === 0;

function getBuyAction({ availability, slug }: WishlistItem): RowKind['action'] {
  if (availability === 'choose-options' && slug !== null) return 'choose-options';
  return availability === 'available' ? 'add-to-cart' : null;
}

/** What a button does, and for screen readers with which row. One text, without the comment that React puts between two. */
function ActionLabel({ text, name }: { readonly text: string; readonly name: string }) {
  return (
    <>
      {`${text} `}
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  );
}

function ItemActions({ row, ...controls }: ItemControlsProps & { readonly row: RowKind }) {
  return (
    <>
      {row.action === 'choose-options' && <ItemChooseOptions {...controls} />}
      {row.action === 'add-to-cart' && <ItemAddToCart {...controls} row={row} />}
      {controls.view.list.isUserOwner && (
        <>
          <ItemRemove {...controls} />
          <ItemMore {...controls} row={row} />
        </>
      )}
    </>
  );
}

/** Selects the row for the actions below the list. */
function ItemCheckbox({ context: { t }, item }: ItemControlsProps) {
  return (
    <input
      className="choice__input"
      type="checkbox"
      name={selectedField(item.id)}
      value="1"
      aria-label={t(texts.selectItem, { name: item.name })}
    />
  );
}

/** What scripts drag the row by, and move it with the arrow keys. */
function ItemHandle({ shop, context: { t }, view: { list }, item }: ItemControlsProps & { readonly shop: Shop }) {
  if (!list.isUserOwner || !shop.settings(wishlistSettings).sortByDragging) return null;
  return (
    <button
      className="wishlist-handle when-script"
      type="button"
      id={`handle-${item.id}`}
      aria-label={t(texts.drag, { name: item.name })}
    >
      <Icon name="menu" small />
    </button>
  );
}

/** How many are wanted; a viewer's is for the cart. */
function ItemQuantity({ context: { t }, item }: ItemControlsProps) {
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

/** Moves the row up or down, and tells scripts its place. The form does not send it: its fields are counted. */
function ItemPlace({ context: { t }, item, row }: ItemControlsProps & { readonly row: RowKind }) {
  const { id, name, position } = item;
  return (
    <span className="wishlist-item__place">
      <input type="hidden" name={positionField(id)} value={position} disabled />
      <Button look="text" name="up" value={id} disabled={row.isFirst}>
        <ActionLabel text={t(texts.up)} name={name} />
      </Button>
      <Button look="text" name="down" value={id} disabled={row.isLast}>
        <ActionLabel text={t(texts.down)} name={name} />
      </Button>
    </span>
  );
}

function ItemChooseOptions({ context: { t }, item: { name, href } }: ItemControlsProps) {
  return (
    <ButtonLink look="quiet" href={href}>
      <ActionLabel text={t(texts.chooseOptions)} name={name} />
    </ButtonLink>
  );
}

function ItemAddToCart({ context: { t }, view: { list }, item, row }: ItemControlsProps & { readonly row: RowKind }) {
  const { id, name, productId, variationId, quantity } = item;
  return (
    <Button
      look="quiet"
      className={row.hasScriptMarkup ? 'add_to_cart add_to_cart_button ajax_add_to_cart' : 'add_to_cart'}
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

/** The select of the other lists. */
function ItemMove({ context: { t }, view, item, row }: ItemControlsProps & { readonly row: RowKind }) {
  const { id, name } = item;
  const { otherLists, canHaveLists } = view;
  if (!canHaveLists) return null;
  const options = otherLists.map((other) => ({ value: other.token, label: other.name }));
  const error = row.asksForList ? t(texts.NO_LIST_CHOSEN) : undefined;
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
              autoFocus={row.asksForList}
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

function ItemRemove({ context: { t }, item: { id, name } }: ItemControlsProps) {
  return (
    <Button look="text" className="remove_from_wishlist" name="remove" value={id}>
      <ActionLabel text={t(texts.remove)} name={name} />
    </Button>
  );
}

/** What owners do less often with a row: its note, its place, another list. */
function ItemMore(props: ItemControlsProps & { readonly row: RowKind }) {
  const { context, item, row } = props;
  const { t } = context;
  const { id, name, note } = item;
  return (
    <details className="wishlist-item__more" open={row.asksForList}>
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
        <ItemPlace {...props} />
      </div>
    </details>
  );
}
