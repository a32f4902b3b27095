import type { Money } from '#platform/money/money.ts';
import type { Translate } from '#platform/texts/texts.ts';

/** Everything that a cached page may depend on. Its path and query make the key of the page cache. */
export interface RenderContext {
  readonly locale: string;
  readonly currency: string;
  readonly taxDisplay: 'including' | 'excluding';
  readonly path: string;
  /** Contains only the parameters that the page's definition allows. */
  readonly query: Readonly<Record<string, string>>;
  readonly now: Date;
  readonly t: Translate;
  readonly price: (price: Money) => string;
  /** Makes an absolute address from PUBLIC_URL: `absolute('/product/x')` -> 'https://shop.example/product/x'. */
  readonly absolute: (path: string) => string;
}
