import { randomUUID } from 'node:crypto';
import type { GiftDetails, Purchase, Wishlist } from '#features/wishlists/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { wishlistPageTexts as texts } from '../texts.ts';
import type { ListView } from './list-view.ts';
import { WriteForm } from './write-form.tsx';

interface PurchasesProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly view: ListView;
  readonly purchases: readonly Purchase[];
  readonly isThanking: boolean;
}

/** Renders the event date, and the owner's name and the occasion when the owner discloses them. */
export function GiftFacts({ context, list: { gift } }: Pick<PurchasesProps, 'context'> & { readonly list: Wishlist }) {
  return gift && <p className="wishlist__facts wishlist__occasion">{formatGift(context, gift)}</p>;
}

/** Formats gift details such as 'Gift list of Ada and Sam · Wedding · 5 June 2027'. */
export function formatGift({ t }: Pick<RenderContext, 't'>, { ownerName, occasion, eventDate }: GiftDetails): string {
  const date = eventDate === null ? undefined : new Date(`${eventDate}T12:00:00`);
  if (ownerName === '' && occasion === '') return date ? t(texts.giftListFor, { date }) : t(texts.giftList);
  const title = ownerName === '' ? t(texts.giftList) : t(texts.giftListOf, { name: ownerName });
  return [title, occasion, date ? t(texts.giftDate, { date }) : ''].filter(Boolean).join(' · ');
}

const getBuyFormId = (itemId: number | string): string => `buy-${itemId}`;

/** Renders the forms with which givers mark gifts as bought. Their fields are inside the rows. */
export function BuyForms({ view: { list, page, href } }: Pick<PurchasesProps, 'view'>) {
  if (list.gift === null || list.isUserOwner) return null;
  const requestKey = randomUUID();
  return page.items.map(({ id }) => (
    <WriteForm
      key={id}
      id={getBuyFormId(id)}
      write="buy"
      fields={{ wishlist_token: list.token, item_id: id, request_key: requestKey, return: href }}
      hidden
    />
  ));
}

interface GiftStateProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly id: string;
  readonly name: string;
  readonly bought: string;
  /** Number of pieces that the viewer can mark as bought; '' when there are none. */
  readonly wanted: string;
}

/**
 * Shows how many pieces were bought, and lets givers mark further ones. The fields belong to forms of `BuyForms` by
 * id, since forms can't be nested.
 */
export function GiftState({ context: { t }, id, name, bought, wanted }: GiftStateProps) {
  return (
    <div className="wishlist-gift">
      <p>{bought}</p>
      {wanted !== '' && (
        <details className="wishlist-gift__buy">
          <summary>
            {t(texts.markBought)} <VisuallyHidden>{name}</VisuallyHidden>
          </summary>
          <p className="wishlist-gift__form">
            <TextInput
              form={getBuyFormId(id)}
              name="giver"
              maxLength={100}
              autoComplete="name"
              placeholder={t(texts.giver)}
              aria-label={t(texts.giver)}
            />
            <input
              className="input wishlist-item__quantity"
              form={getBuyFormId(id)}
              type="number"
              name="quantity"
              defaultValue={1}
              min={1}
              max={wanted}
              aria-label={t(texts.quantityBought, { name })}
            />
            <Button look="quiet" form={getBuyFormId(id)}>
              {t(texts.saveBought)} <VisuallyHidden>{name}</VisuallyHidden>
            </Button>
          </p>
        </details>
      )}
    </div>
  );
}

/**
 * Lists marks of givers: all of them for the owner, who can thank, or a giver's own, which the giver can take back.
 */
export function Purchases({ context: { t }, view, purchases, isThanking }: PurchasesProps) {
  if (purchases.length === 0) return null;
  return (
    <section className="wishlist__gifts">
      <h2>{t(isThanking ? texts.thankYouList : texts.yourGifts)}</h2>
      <ul>
        {purchases.map(({ id, productName, quantity, giver, thankedAt }) => (
          <li key={id}>
            <WriteForm write={isThanking ? 'thank' : 'take-back'} fields={{ purchase_id: id, return: view.href }}>
              {t(texts.giftOf, { name: productName, quantity })}
              {isThanking && ` – ${giver || t(texts.unknownGiver)}`}{' '}
              {isThanking && thankedAt !== null ? (
                t(texts.thanked)
              ) : (
                <Button look="text">{t(isThanking ? texts.markThanked : texts.takeBack)}</Button>
              )}
            </WriteForm>
          </li>
        ))}
      </ul>
    </section>
  );
}
