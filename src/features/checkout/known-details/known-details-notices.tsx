import { cartPath } from '#features/cart/index.ts';
import type { Notice as SavedNotice } from '#platform/http/notices.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { CheckoutView } from '../checkout-view.ts';
import { clearDetailsPath } from '../contract.ts';
import { checkoutTexts as texts } from '../texts.ts';
import { clearedNotice } from './clear-details.ts';

/** Code of the notice after a sign-in. Its count is the number of items in the guest's cart. */
export const mergedNotice = 'merged';

interface KnownDetailsProps {
  readonly view: CheckoutView;
  readonly isFromLastOrder: boolean;
  readonly notices: readonly SavedNotice[];
}

export function KnownDetailsNotices({ view, isFromLastOrder, notices }: KnownDetailsProps) {
  const { t } = view.context;
  const merged = notices.find(({ code }) => code === mergedNotice);
  // The customer's cart may contain items of an earlier visit, which the shopper might order unintentionally.
  const earlier = merged ? view.order.cart.count - (merged.count ?? 0) : 0;
  return (
    <>
      {earlier > 0 && (
        <Notice kind="info" autoFocus>
          <p>
            {t(texts.earlierItems, { count: earlier })} <a href={cartPath}>{t(texts.editCart)}</a>
          </p>
        </Notice>
      )}
      {notices.some(({ code }) => code === clearedNotice) && (
        <Notice kind="success" autoFocus>
          {t(texts.detailsCleared)}
        </Notice>
      )}
      {isFromLastOrder && (
        <form className="checkout-known" method="post" action={clearDetailsPath}>
          <p>
            {t(texts.filledIn)}{' '}
            <Button look="text" name="clear" value="1">
              {t(texts.clearDetails)}
            </Button>
          </p>
        </form>
      )}
    </>
  );
}
