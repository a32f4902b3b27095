import type { ChosenVariation, ProductCard } from '#features/catalog/index.ts';
import { variationPath } from '#features/catalog/index.ts';
import { getPriceSuffix, PriorPrice, ProductPrice } from '#features/pricing/index.ts';
import { productFormTexts } from '#features/product-form/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderOutputs } from '#platform/features/slots.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Picture } from '#ui/picture.tsx';
import { SwatchPicture } from '#ui/swatch.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { CardAction } from '../slots.ts';
import { listingTexts as texts } from '../texts.ts';
import { toCardPicture } from './card-picture.ts';

interface CardProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly card: ProductCard;
  readonly chosen?: ChosenVariation | undefined;
  readonly heading: 'h2' | 'h3';
  readonly isEager: boolean;
  readonly sizes: string;
  readonly actions: readonly (CardAction | undefined)[];
}

interface CardContentProps extends CardProps {
  readonly suffix: string;
}

/** A product card. The link on its name covers the card, below swatches and actions. */
export function ProductCardView(props: CardProps) {
  const { shop, card, chosen, heading, isEager, sizes, actions } = props;
  const suffix = getPriceSuffix(shop);
  const content = <CardContent {...props} suffix={suffix} />;
  const actionInputs = actions.map((action) => action?.inputs);
  if (actionInputs.includes(null)) return <li className="product-card">{content}</li>;
  const html = shop.keepHtml('card', [card, chosen, heading, isEager, sizes, suffix, actionInputs], content);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
  return <li className="product-card" dangerouslySetInnerHTML={{ __html: html }} />;
}

function CardContent(props: CardContentProps) {
  const { shop, context, card, chosen, heading: Heading, actions, suffix } = props;
  const { t } = context;
  const { id, slug, name, priceRange, onSale, inStock, swatches } = card;
  return (
    <>
      <div
        className="product-card__media"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
        dangerouslySetInnerHTML={{ __html: keepPhotographs(props) }}
      />
      <Heading className="product-card__name">
        <a className="product-card__link" href={variationPath(slug, chosen?.id ?? null, chosen?.openTerms)}>
          {name}
        </a>
      </Heading>
      <p className="product-card__price">
        <ProductPrice context={context} range={priceRange} suffix={suffix} />{' '}
        {onSale && inStock && <span className="flag flag--sale">{t(texts.sale)}</span>}
        {!inStock && <span className="flag flag--out">{t(productFormTexts.soldOut)}</span>}
      </p>
      {priceRange?.prior != null && (
        <p className="product-card__prior">
          <PriorPrice context={context} range={priceRange} />
        </p>
      )}
      {swatches.length > 1 && (
        <ul
          className="swatch-list"
          role="list"
          aria-label={t(texts.availableOptions)}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
          dangerouslySetInnerHTML={{
            __html: shop.keepHtml('card:swatches', [slug, swatches], <Swatches slug={slug} swatches={swatches} />),
          }}
        />
      )}
      <div className="product-card__actions">
        <button className="card-action when-script" type="button" aria-haspopup="dialog" data-quick-view={id}>
          {t(texts.quickView)}
          <VisuallyHidden> {name}</VisuallyHidden>
        </button>
        {renderOutputs(actions.map((action) => action?.element))}
      </div>
    </>
  );
}

type PhotographsProps = Pick<CardProps, 'shop' | 'card' | 'chosen' | 'isEager' | 'sizes'>;

function keepPhotographs(props: PhotographsProps): string {
  const { shop, card, chosen, isEager, sizes } = props;
  return shop.keepHtml('card:photographs', [card.images, chosen?.image, isEager, sizes], <Photographs {...props} />);
}

/** A chosen variation has one photograph, because the product's second photograph may show another colour. */
function Photographs({ shop, card, chosen, isEager, sizes }: PhotographsProps) {
  const images = chosen?.image ? [chosen.image] : card.images;
  const [first, second] = images.map((image) => toCardPicture(shop.media.picture(image)));
  return (
    <>
      {first && <Picture picture={first} sizes={sizes} loading={isEager ? 'eager' : 'lazy'} />}
      {second && <Picture className="product-card__second" picture={second} alt="" sizes={sizes} />}
    </>
  );
}

function Swatches({ slug, swatches }: { readonly slug: string; readonly swatches: ProductCard['swatches'] }) {
  return swatches.map(({ slug: term, name, swatch, picture, variationId }) => (
    <li key={term}>
      <a
        className="swatch"
        href={variationPath(slug, variationId)}
        title={name}
        style={{ '--swatch': swatch } as object}
      >
        <SwatchPicture picture={picture} />
        <VisuallyHidden>{name}</VisuallyHidden>
      </a>
    </li>
  ));
}
