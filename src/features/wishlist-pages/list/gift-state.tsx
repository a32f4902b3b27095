import type { Wishlist, WishlistItem } from '#features/wishlists/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { wishlistPageTexts as texts } from '../texts.ts';

export const getBuyFormId = (itemId: number | string): string => `buy-${itemId}`;

interface GiftStateProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly list: Pick<Wishlist, 'isUserOwner'>;
  readonly item: Pick<WishlistItem, 'name' | 'quantity' | 'bought'> & { readonly id: string };
}

/**
 * How many of a gift list were bought, and for givers a way to say so. The forms of `BuyForms` take
 * its fields, since a form can't be inside another one.
 */
export function GiftState({ context: { t }, list, item }: GiftStateProps) {
  const { id, name, quantity, bought } = item;
  if (bought === null) return null;
  const left = Math.max(0, quantity - bought);
  return (
    <div className="wishlist-gift">
      <p>{t(texts.boughtOf, { bought, quantity })}</p>
      {!list.isUserOwner && left > 0 && (
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
              max={left}
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
