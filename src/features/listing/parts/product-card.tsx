import type { ReactNode } from 'react';
import type { ProductCard } from '#features/catalog/index.ts';
import { productPath } from '#features/catalog/index.ts';
import { ProductPrice } from '#features/pricing/index.ts';
import { productFormTexts } from '#features/product-form/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Picture } from '#ui/picture.tsx';
import { SwatchPicture } from '#ui/swatch.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { listingTexts as texts } from '../texts.ts';
import { toCardPicture } from './card-picture.ts';

interface CardProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly card: ProductCard;
  readonly heading: 'h2' | 'h3';
  readonly isEager: boolean;
  readonly sizes: string;
  readonly actions: readonly ReactNode[];
}

/** A product card. The link on its name covers the card; swatches and actions are above it. */
export function ProductCardView({ shop, context, card, heading: Heading, isEager, sizes, actions }: CardProps) {
  const { t } = context;
  const { id, slug, name, priceRange, onSale, inStock, swatches } = card;
  return (
    <li className="product-card">
      <Photographs shop={shop} card={card} isEager={isEager} sizes={sizes} />
      <Heading className="product-card__name">
        <a className="product-card__link" href={productPath(slug)}>
          {name}
        </a>
      </Heading>
      <p className="product-card__price">
        <ProductPrice context={context} range={priceRange} />{' '}
        {onSale && inStock && <span className="flag flag--sale">{t(texts.sale)}</span>}
        {!inStock && <span className="flag flag--out">{t(productFormTexts.soldOut)}</span>}
      </p>
      {swatches.length > 1 && <Swatches label={t(texts.availableOptions)} slug={slug} swatches={swatches} />}
      <div className="product-card__actions">
        <button className="card-action when-script" type="button" aria-haspopup="dialog" data-quick-view={id}>
          {t(texts.quickView)}
          <VisuallyHidden> {name}</VisuallyHidden>
        </button>
        {actions}
      </div>
    </li>
  );
}

function Photographs({ shop, card, isEager, sizes }: Pick<CardProps, 'shop' | 'card' | 'isEager' | 'sizes'>) {
  const [first, second] = card.images.map((image) => toCardPicture(shop.media.picture(image)));
  return (
    <div className="product-card__media">
      {first && <Picture picture={first} sizes={sizes} loading={isEager ? 'eager' : 'lazy'} />}
      {second && <Picture className="product-card__second" picture={second} alt="" sizes={sizes} />}
    </div>
  );
}

interface SwatchesProps {
  readonly label: string;
  readonly slug: string;
  readonly swatches: ProductCard['swatches'];
}

function Swatches({ label, slug, swatches }: SwatchesProps) {
  const page = productPath(slug);
  return (
    <ul className="swatch-list" role="list" aria-label={label}>
      {swatches.map(({ slug: term, name, swatch, picture, variationId }) => (
        <li key={term}>
          <a
            className="swatch"
            href={variationId === null ? page : `${page}?variation=${variationId}`}
            title={name}
            style={{ '--swatch': swatch } as object}
          >
            <SwatchPicture picture={picture} />
            <VisuallyHidden>{name}</VisuallyHidden>
          </a>
        </li>
      ))}
    </ul>
  );
}
