import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Config } from '#platform/config/config.ts';
import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { Clock, Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import type { Translate } from '#platform/texts/texts.ts';
import type { PageView } from './page.ts';
import type { RenderContext } from './render-context.ts';
import { createTurns } from './turns.ts';

/** Puts the whole document around a view: head, header, footer. */
export type Layout = (shop: Shop, context: RenderContext, view: PageView) => Promise<ReactElement>;

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** A context for what is not a cached page: a private page, a fragment, a mail. */
    renderContext(path: string, query?: Readonly<Record<string, string>>): RenderContext;
    /** A whole HTML document: the layout around the view. */
    renderDocument(context: RenderContext, view: PageView): Promise<string>;
  }
}

export function createRenderDocument(layout: Layout, shop: () => Shop): Shop['renderDocument'] {
  const nextTurn = createTurns();
  return async (context, view) => {
    const document = await layout(shop(), context, view);
    await nextTurn();
    return `<!doctype html>${renderToString(document)}`;
  };
}

export function createRenderContext(
  config: Pick<Config, 'publicUrl'>,
  { locale, currency, taxDisplay }: ShopConfig,
  clock: Clock,
  t: Translate,
): Shop['renderContext'] {
  return (path, query = {}) => ({
    locale,
    currency,
    taxDisplay,
    path,
    query,
    now: clock.now(),
    t,
    price: (price) => formatMoney(price, locale),
    absolute: (to) => config.publicUrl + to,
  });
}
