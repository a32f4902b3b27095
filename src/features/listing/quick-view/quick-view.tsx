import type { ReactNode } from 'react';
import type { ProductView } from '#features/catalog/index.ts';
import { buildVariationQuery, openTermParameter, productPath, variationParameter } from '#features/catalog/index.ts';
import {
  getAttributeFieldName,
  listChoiceAttributes,
  listVariationsShowing,
  orderImages,
  type PreselectedVariation,
  productFormTexts,
  productSummary,
  renderProductForm,
} from '#features/product-form/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderOutputs } from '#platform/features/slots.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { removePlaceholders } from '#platform/texts/placeholders.ts';
import { Icon } from '#ui/icon.tsx';
import { Picture } from '#ui/picture.tsx';
import { Prose } from '#ui/prose.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { DetailsLinkData } from '../islands/quick-view/quick-view.shared.ts';
import { listingTexts as texts } from '../texts.ts';

// On phones and upright tablets the photograph has at most 48 % of the window's height.
const slideSizes =
  '(min-width: 1200px) 640px, (min-width: 850px) 50vw, (orientation: landscape) 33vw, min(100vw, 39vh)';

interface QuickViewInput {
  readonly product: ProductView;
  /** The variation named by the card's link. */
  readonly preselected: PreselectedVariation | null;
  /** URL that the form posts to. */
  readonly buyPath: string;
  readonly maxQuantity: number;
}

export async function renderQuickView(
  shop: Shop,
  context: RenderContext,
  { product, preselected, buyPath, maxQuantity }: QuickViewInput,
): Promise<ReactNode> {
  const { name, shortDescription } = product;
  const summary = await shop.fill(productSummary, context, { product });
  const extra = summary.length > 0 ? renderOutputs(summary) : null;
  const { price, form } = await renderProductForm(shop, context, {
    product,
    action: buyPath,
    maxQuantity,
    preselected,
    extra,
    instance: 'quick-view',
  });
  return (
    <article className="quick-view">
      <Photographs {...{ shop, context, product, preselected }} />
      <div className="quick-view__text buy">
        <h2 className="quick-view__name" tabIndex={-1}>
          {name}
        </h2>
        {price}
        {shortDescription && <Prose html={removePlaceholders(shortDescription)} className="buy__short" />}
        {form}
        <DetailsLink {...{ context, product, preselected }} />
      </div>
    </article>
  );
}

interface DetailsLinkProps {
  readonly context: RenderContext;
  readonly product: ProductView;
  readonly preselected: PreselectedVariation | null;
}

/** Links to the product's page with the choice. `followChoice` keeps the link up to date in the browser. */
function DetailsLink({ context: { t }, product, preselected }: DetailsLinkProps) {
  const choices = listChoiceAttributes(product).map(({ slug }) => ({
    ...{ slug, field: getAttributeFieldName(slug) },
    isOpen: product.variations.some(({ terms }) => !terms[slug]),
  }));
  const data: DetailsLinkData = { variationParameter, termParameter: openTermParameter, choices };
  const query = preselected ? buildVariationQuery(preselected.variationId, preselected.openTerms).toString() : '';
  return (
    <p className="quick-view__whole">
      <a
        className="more"
        href={productPath(product.slug) + (query && `?${query}`)}
        data-choice={choices.length > 0 ? JSON.stringify(data) : undefined}
      >
        {t(texts.viewFullDetails)}
      </a>
    </p>
  );
}

interface PhotographsProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly product: ProductView;
  /** Variation whose image comes first. */
  readonly preselected: PreselectedVariation | null;
}

function Photographs({ shop, context: { t }, product, preselected }: PhotographsProps) {
  const images = orderImages(product, preselected);
  const renderStepButton = (step: 1 | -1, label: string) => (
    <button className="quick-view__step icon-button" type="button" data-step={step}>
      <Icon name="chevron-down" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  );
  return (
    <Behaviour of="listing/photograph-strip">
      <div className="quick-view__photographs" data-own-first={product.images[0]?.id}>
        <ul
          className="quick-view__strip"
          role="list"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
          tabIndex={0}
          aria-label={t(productFormTexts.imagesOf, { name: product.name })}
        >
          {images.map((image, index) => (
            <li
              className="quick-view__slide"
              key={image.id}
              data-image={image.id}
              data-variations={listVariationsShowing(product, image)}
            >
              <Picture
                picture={shop.media.picture(image)}
                sizes={slideSizes}
                loading={index === 0 ? 'eager' : 'lazy'}
              />
            </li>
          ))}
        </ul>
        {images.length > 1 && (
          <div className="quick-view__steps">
            {renderStepButton(-1, t(productFormTexts.previousImage))}
            {renderStepButton(1, t(productFormTexts.nextImage))}
          </div>
        )}
      </div>
    </Behaviour>
  );
}
