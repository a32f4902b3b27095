import { productFormTexts } from '#features/product-form/index.ts';
import {
  formatItemChoices,
  type ItemAvailability,
  type ItemChange,
  type WishlistItem,
} from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createHtmlTemplates } from '#platform/pages/html-template.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { wishlistPageSettings } from '../settings.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { GiftState } from './gift-state.tsx';
import { getItemHref } from './item-view.tsx';
import type { ListFormProps } from './table-frame.tsx';

const itemTexts = ['id', 'name', 'href', 'options', 'note', 'addedAt', 'added'] as const;
/** Those without which a row has an element less. */
const optionalTexts = ['href', 'options', 'note'] as const satisfies readonly (keyof ItemTexts)[];
type ItemTexts = Readonly<Record<(typeof itemTexts)[number], string>>;

/** What decides which elements the text of a row has, and all that is said of few rows. */
type ItemFacts = Pick<WishlistItem, 'availability' | 'stockLeft' | 'changes' | 'bought' | 'quantity'> & {
  readonly currency: string;
};

/**
 * Returns the HTML of a row's name, options, stock, changes, note, date and gift state. Most rows of a
 * list differ in texts only, so each kind is rendered once.
 */
export function createItemText({ shop, context, view }: ListFormProps): (item: WishlistItem) => string {
  const fill = createHtmlTemplates(itemTexts);
  const formatAdded = createDateText(context);
  return (item) => {
    const { id, name, note, addedAt, availability, stockLeft, changes, bought } = item;
    const values = {
      ...{ id: String(id), name, note, href: getItemHref(item) ?? '' },
      options: formatItemChoices(item).join(', '),
      addedAt: addedAt.toISOString(),
      added: formatAdded(addedAt),
    };
    const facts: ItemFacts = {
      ...{ availability, stockLeft, changes, bought },
      // Only gift lists say it in words.
      quantity: bought === null ? 0 : item.quantity,
      currency: item.price?.currency ?? context.currency,
    };
    const empty = optionalTexts.filter((text) => values[text] === '');
    return fill(JSON.stringify([facts, empty]), values, (places) => {
      const missing = Object.fromEntries(empty.map((text) => [text, '']));
      return <ItemText {...{ shop, context, view, facts }} texts={{ ...places, ...missing }} />;
    });
  };
}

/** Days begin at whole quarters of an hour in all time zones. */
const quarterOfAnHour = 15 * 60 * 1000;

/** The text names a day only, and formatting it takes as long as the rest of a row. */
function createDateText({ t }: RenderContext): (date: Date) => string {
  const formatted = new Map<number, string>();
  return (date) => {
    const quarter = Math.floor(date.getTime() / quarterOfAnHour);
    const text = formatted.get(quarter) ?? t(texts.addedOn, { date });
    formatted.set(quarter, text);
    return text;
  };
}

interface ItemTextProps extends ListFormProps {
  readonly facts: ItemFacts;
  readonly texts: ItemTexts;
}

/** The name links to the product with the variation chosen. All see a note who see the list. */
function ItemText({
  shop,
  context,
  view,
  facts,
  texts: { id, name, href, options, note, addedAt, added },
}: ItemTextProps) {
  return (
    <>
      <p className="wishlist-item__name">{href === '' ? name : <a href={href}>{name}</a>}</p>
      {options !== '' && <p className="wishlist-item__options">{options}</p>}
      <ItemStock context={context} {...facts} />
      <ItemChanges shop={shop} context={context} {...facts} />
      {note !== '' && <p className="wishlist-item__note">{note}</p>}
      <p className="wishlist-item__added">
        <time dateTime={addedAt}>{added}</time>
      </p>
      <GiftState context={context} list={view.list} item={{ id, name, ...facts }} />
    </>
  );
}

export const availabilityTexts = {
  available: texts.inStock,
  'choose-options': texts.chooseOptions,
  'sold-out': productFormTexts.soldOut,
  unavailable: texts.unavailable,
} as const satisfies Record<ItemAvailability, unknown>;

interface StockProps extends Pick<ItemFacts, 'availability' | 'stockLeft'> {
  readonly context: RenderContext;
}

function ItemStock({ context: { t }, availability, stockLeft }: StockProps) {
  // The button says it.
  if (availability === 'choose-options') return null;
  if (availability === 'available' && stockLeft !== null)
    return <p className="stock stock--low">{t(texts.fewLeft, { count: stockLeft })}</p>;
  return (
    <p className={`stock stock--${availability === 'available' ? 'in' : 'out'}`}>
      {t(availabilityTexts[availability])}
    </p>
  );
}

interface ChangesProps extends Pick<ItemFacts, 'changes' | 'currency'> {
  readonly shop: Shop;
  readonly context: RenderContext;
}

/** What has changed of price and stock since the row was added. */
function ItemChanges({ shop, context, changes, currency }: ChangesProps) {
  if (!shop.settings(wishlistPageSettings).showStockAndPriceChanges) return null;
  // The stock says the others.
  const shown = changes.flatMap((change) =>
    change.kind === 'soldOut' || change.kind === 'noLongerSold' ? [] : [change as ShownChange],
  );
  if (shown.length === 0) return null;
  return (
    <ul className="wishlist-item__changes">
      {shown.map((change) => (
        <li key={change.kind} data-change={change.kind}>
          {change.kind === 'priceFell' && <Icon name="check" small />}
          {formatItemChange(context, currency, change)}
        </li>
      ))}
    </ul>
  );
}

type ShownChange = Extract<ItemChange, { readonly before: number }> | { readonly kind: 'backInStock' };

function formatItemChange(
  { t, price }: Pick<RenderContext, 't' | 'price'>,
  currency: string,
  change: ShownChange,
): string {
  if (change.kind === 'backInStock') return t(texts.backInStock);
  return t(texts[change.kind], { before: price({ amount: change.before, currency }) });
}
