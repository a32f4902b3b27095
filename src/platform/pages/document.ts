import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Config } from '#platform/config/config.ts';
import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { Clock, Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Translate } from '#platform/texts/texts.ts';
import type { PageView } from './page.ts';
import type { RenderContext } from './render-context.ts';

/** A page of the back office. It is not part of `PageResult`, so the page cache can't store it. */
export interface AdminView extends Omit<PageView, 'layout'> {
  readonly layout: 'admin';
  /** The actor of the request. Null when the page shows no navigation. */
  readonly actor: Actor | null;
}

type Layout<View> = (shop: Shop, context: RenderContext, view: View) => Promise<ReactElement>;

export interface Layouts {
  readonly shop: Layout<PageView>;
  readonly admin: Layout<AdminView>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** Creates a context for a private page, a fragment or a mail. */
    renderContext(path: string, query?: Readonly<Record<string, string>>): RenderContext;
    renderDocument(context: RenderContext, view: PageView | AdminView): Promise<string>;
  }
}

export function createRenderDocument(layouts: Layouts, shop: () => Shop): Shop['renderDocument'] {
  const nextTurn = createTurns();
  return async (context, view) => {
    const document =
      view.layout === 'admin' ? await layouts.admin(shop(), context, view) : await layouts.shop(shop(), context, view);
    await nextTurn();
    return `<!doctype html>${renderToString(document)}`;
  };
}

export function createRenderContext(
  config: Pick<Config, 'publicUrl'>,
  getChoices: () => ShopConfig,
  clock: Clock,
  t: Translate,
): Shop['renderContext'] {
  return (path, query = {}) => {
    const { locale, currency, taxDisplay } = getChoices();
    return {
      locale,
      currency,
      taxDisplay,
      path,
      query,
      now: clock.now(),
      t,
      price: (price) => formatMoney(price, locale),
      absolute: (to) => config.publicUrl + to,
    };
  };
}

/**
 * Gives each caller a separate turn of the event loop. Rows for several pages often arrive in one
 * turn, and rendering all pages in it would block other requests.
 */
export function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const startNext = () => {
    waiting.shift()?.();
    // An immediate that an immediate sets runs in the next turn.
    if (waiting.length > 0) setImmediate(startNext);
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(startNext);
    });
}
