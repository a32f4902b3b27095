import { randomUUID } from 'node:crypto';
import { type GiftDetails, getWishlistFormPath, type Purchase, type Wishlist } from '#features/wishlists/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { wishlistPageTexts as texts } from '../texts.ts';
import { getBuyFormId } from './gift-state.tsx';
import type { ListView } from './list-view.ts';

/** What was bought of a gift list. */
export interface PurchaseView {
  /** All of them, where the owner wants to see them. */
  readonly all: readonly Purchase[];
  /** Those of the viewer. */
  readonly own: readonly Purchase[];
}

interface GiftProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly view: ListView;
  readonly purchases: PurchaseView;
}

/** The owner's name and the occasion, where the owner says them, and the date. */
export function GiftFacts({
  context: { t },
  list: { gift },
}: Pick<GiftProps, 'context'> & { readonly list: Wishlist }) {
  if (gift === null) return null;
  return <p className="wishlist__facts wishlist__occasion">{formatGift({ t }, gift)}</p>;
}

/** 'Gift list of Ada and Sam · Wedding · 5 June 2027' */
export function formatGift({ t }: Pick<RenderContext, 't'>, { ownerName, occasion, eventDate }: GiftDetails): string {
  const date = eventDate === null ? undefined : new Date(`${eventDate}T12:00:00`);
  if (ownerName === '' && occasion === '') return date ? t(texts.giftListFor, { date }) : t(texts.giftList);
  const title = ownerName === '' ? t(texts.giftList) : t(texts.giftListOf, { name: ownerName });
  return [title, occasion, date ? t(texts.giftDate, { date }) : ''].filter(Boolean).join(' · ');
}

/** The forms of givers, whose fields are in the rows. */
export function BuyForms({ view: { list, page, href } }: Pick<GiftProps, 'view'>) {
  if (list.gift === null || list.isUserOwner) return null;
  const requestKey = randomUUID();
  return page.items.map(({ id }) => (
    <form key={id} id={getBuyFormId(id)} method="post" action={getWishlistFormPath('buy')} hidden>
      <input type="hidden" name="wishlist_token" value={list.token} />
      <input type="hidden" name="item_id" value={id} />
      <input type="hidden" name="request_key" value={requestKey} />
      <input type="hidden" name="return" value={href} />
    </form>
  ));
}

/** What a giver has marked, to take it back. */
export function OwnPurchases({ context: { t }, purchases: { own }, view }: GiftProps) {
  if (own.length === 0) return null;
  return (
    <section className="wishlist__gifts">
      <h2>{t(texts.yourGifts)}</h2>
      <ul>
        {own.map(({ id, productName, quantity }) => (
          <li key={id}>
            <form method="post" action={getWishlistFormPath('take-back')}>
              <input type="hidden" name="purchase_id" value={id} />
              <input type="hidden" name="return" value={view.href} />
              {t(texts.giftOf, { name: productName, quantity })} <Button look="text">{t(texts.takeBack)}</Button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who gave what, for the owner. */
export function ThankYouList({ context: { t }, purchases: { all }, view }: GiftProps) {
  if (all.length === 0) return null;
  return (
    <section className="wishlist__gifts">
      <h2>{t(texts.thankYouList)}</h2>
      <ul>
        {all.map(({ id, productName, quantity, giver, thankedAt }) => (
          <li key={id}>
            <form method="post" action={getWishlistFormPath('thank')}>
              <input type="hidden" name="purchase_id" value={id} />
              <input type="hidden" name="return" value={view.href} />
              {t(texts.giftOf, { name: productName, quantity })} – {giver || t(texts.unknownGiver)}{' '}
              {thankedAt === null ? <Button look="text">{t(texts.markThanked)}</Button> : t(texts.thanked)}
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
