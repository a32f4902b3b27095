import { maxItemQuantity, maxNoteLength, wishlistSettings } from '#features/wishlists/index.ts';
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
import { GiftState } from './gift-parts.tsx';
import { createViewQuery } from './list-href.ts';
import type { ListView } from './list-view.ts';
import type { RowProps } from './render-rows.tsx';

/** Shows name, options, stock, changes, note, date and gift state. Everyone who sees the list sees the note. */
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

/** Renders the checkbox for actions below the list, and the handle with which scripts move the row. */
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

/**
 * Names the action and, for screen readers, the row. The space is part of the first text: React would put a comment
 * between two texts.
 */
function ActionLabel({ text, name }: { readonly text: string; readonly name: string }) {
  return (
    <>
      {`${text} `}
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  );
}

/** Shows the buttons of a row. Viewers can only add it to the cart. */
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

/** Hides less frequent actions of the owner: the note, the position, and moving the row to another list. */
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
          {/* Scripts read the row's position here. It is disabled, so it does not count towards the limit of sent fields. */}
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

/** Moves the row to another list by the select, or to a new list by a popup. */
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

/** Returns the address of the move popup, which leads back to the current page and layout. */
function createMoveHref({ list, page, chosenLayout }: ListView, itemId: string): string {
  const query = new URLSearchParams({ wishlist_id: list.token, item_id: itemId, ajax: 'true' });
  for (const [name, value] of createViewQuery(page.page, chosenLayout)) query.append(name, value);
  return `${movePopupPath}?${query}`;
}
