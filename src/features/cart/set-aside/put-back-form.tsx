import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Cart } from '../cart.ts';
import { cartPutBackPath, toCheckoutField } from '../contract.ts';
import { cartTexts as texts } from '../texts.ts';

const maxNamed = 3;

interface AsideProps {
  readonly context: RenderContext;
  readonly cart: Pick<Cart, 'aside'>;
}

/** Names the lines that were set aside, such as 'Mug × 2, Tray and 3 more'. */
export function formatAside({ t }: Pick<RenderContext, 't'>, { aside }: Pick<Cart, 'aside'>): string {
  const names = aside.slice(0, maxNamed).map(({ variation, name, quantity }) => {
    const shown = variation ? name : t(texts.unavailableName);
    return quantity === 1 ? shown : t(texts.asideItem, { name: shown, quantity });
  });
  const items = names.join(', ');
  return aside.length > maxNamed ? t(texts.asideMore, { items, count: aside.length - maxNamed }) : items;
}

/**
 * Lists the lines that "buy now" has set aside, with a button that puts them back. Renders nothing without such
 * lines.
 */
export function AsideNotice({ context, cart }: AsideProps) {
  if (cart.aside.length === 0) return null;
  return (
    <Notice kind="info">
      <form method="post" action={cartPutBackPath}>
        {context.t(texts.aside, { items: formatAside(context, cart) })}{' '}
        <Button look="text">{context.t(texts.putBack)}</Button>
      </form>
    </Notice>
  );
}

interface BuyNowNoticeProps extends AsideProps {
  /** Whether the notice receives the focus: the page is the reply to "buy now". */
  readonly autoFocus: boolean;
}

/** Lists at the checkout the lines that are not ordered, with a button that adds them to the order. */
export function BuyNowNotice({ context, cart, autoFocus }: BuyNowNoticeProps) {
  if (cart.aside.length === 0) return null;
  return (
    <Notice kind="info" autoFocus={autoFocus}>
      <form method="post" action={cartPutBackPath}>
        <input type="hidden" name={toCheckoutField} value="1" />
        {context.t(texts.notOrdered, { items: formatAside(context, cart) })}{' '}
        <Button look="text">{context.t(texts.orderAll)}</Button>
      </form>
    </Notice>
  );
}
