import type { RenderContext } from '#platform/pages/render-context.ts';
import { texts } from '../texts.ts';
import type { LayoutData } from './layout-data.ts';

type Named = Pick<LayoutData, 'shopName' | 'logo' | 'darkLogo'>;

/** The logo of the shop, or its name as text when there is no logo. */
export function ShopMark({ layout: { shopName, logo, darkLogo } }: { readonly layout: Named }) {
  if (!logo) return shopName;
  const { webp, width, height } = logo;
  return (
    <picture>
      {darkLogo && (
        <source
          media="(prefers-color-scheme: dark)"
          srcSet={darkLogo.webp}
          width={darkLogo.width}
          height={darkLogo.height}
        />
      )}
      <img src={webp} width={width} height={height} alt={shopName} />
    </picture>
  );
}

interface WordmarkProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly layout: Named;
}

export function Wordmark({ context: { t }, layout }: WordmarkProps) {
  return (
    <a className="wordmark" href="/" aria-label={t(texts.home, { shop: layout.shopName })}>
      <ShopMark layout={layout} />
    </a>
  );
}
