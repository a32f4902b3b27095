import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Cart } from '../cart.ts';
import { cartPutBackPath, toCheckoutField } from '../contract.ts';
import { cartTexts as texts } from '../texts.ts';

/** The greatest number of lines that are named. */
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

/** What was set aside by "buy now", with a button that puts it back. Nothing without such lines. */
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
  /** Moves the focus to it: the page answers "buy now". */
  readonly autoFocus: boolean;
}

/** Says at the checkout what is not ordered, with a button that orders it, too. */
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
