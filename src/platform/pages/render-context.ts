import type { Money } from '#platform/money/money.ts';
import type { Translate } from '#platform/texts/texts.ts';

/** All that a page may depend on: the key of the page cache is derived from it, and nothing else can be reached while rendering. */
export interface RenderContext {
  readonly locale: string;
  readonly currency: string;
  readonly taxDisplay: 'including' | 'excluding';
  /** Path of the page, without query. */
  readonly path: string;
  /** Only the parameters that the page's definition allows, at most the first value of each. */
  readonly query: Readonly<Record<string, string>>;
  readonly now: Date;
  readonly t: Translate;
  readonly price: (price: Money) => string;
  /** `absolute('/product/x')` -> 'https://shop.example/product/x', from PUBLIC_URL. */
  readonly absolute: (path: string) => string;
}
