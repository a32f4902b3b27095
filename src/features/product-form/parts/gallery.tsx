import type { ReactNode } from 'react';
import type { ProductView } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderOutputs } from '#platform/features/slots.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { MediaRow } from '#platform/media/media.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { Picture } from '#ui/picture.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { getFormId } from '../contract.ts';
import { hasForm } from '../offers.ts';
import { productFormSettings } from '../settings.ts';
import { galleryCorner } from '../slots.ts';
import { productFormTexts as texts } from '../texts.ts';
import { findVariation } from '../variation-selection.shared.ts';
import { findFirstMatchingOffer, type PreselectedVariation } from './buy-form-props.ts';

const stripSizes = '(min-width: 500px) 432px, 85vw';
const imageSizes = {
  whole: `(min-width: 1360px) 700px, (min-width: 850px) 51vw, ${stripSizes}`,
  half: `(min-width: 1360px) 345px, (min-width: 850px) 25vw, ${stripSizes}`,
  alone: '(min-width: 1360px) 700px, (min-width: 850px) 51vw, 92vw',
};

const firstPhotographId = 'photograph';

/**
 * Link for the head of a page with a gallery. It delays the first paint until the first photograph's `<img>` is
 * parsed, so that a view transition finds its target. It names the `<img>`, because Chromium continues once the start
 * tag of the named element is parsed.
 */
export const firstPhotographLink = (
  <link rel="expect" href={`#${firstPhotographId}`} blocking="render" media="(prefers-reduced-motion: no-preference)" />
);

/**
 * Renders the gallery: a column of photographs on a large screen, a strip on a small screen.
 * @param preselected its photograph comes first; without it the photograph of the default variation
 */
export async function renderGallery(
  shop: Shop,
  context: RenderContext,
  product: ProductView,
  preselected: PreselectedVariation | null,
): Promise<ReactNode> {
  const { t } = context;
  const { swatchesBoxResetTime } = shop.settings(productFormSettings);
  const corner = await shop.fill(galleryCorner, context, {
    product,
    formId: hasForm(product) ? getFormId(product.id) : null,
  });
  const images = orderImages(product, preselected);
  const label = t(texts.imagesOf, { name: product.name });
  const slides = images.map((image) => ({ image, variations: listVariationsShowing(product, image) }));
  const { id, name } = product;
  const html = shop.keepHtml(
    'gallery:strip',
    [id, name, slides],
    <Slides shop={shop} context={context} product={product} label={label} slides={slides} />,
  );
  return (
    <Behaviour of="product-form/gallery">
      <div
        className="product__gallery gallery"
        data-product={product.id}
        data-reset-time={swatchesBoxResetTime}
        data-own-first={product.images[0]?.id}
      >
        <ul
          className="gallery__strip"
          aria-label={label}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
          dangerouslySetInnerHTML={{ __html: html }}
        />
        {images.length > 1 && <GalleryPosition context={context} total={images.length} />}
        {corner.length > 0 && <div className="gallery__corner">{renderOutputs(corner)}</div>}
      </div>
    </Behaviour>
  );
}

interface SlidesProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly product: Pick<ProductView, 'id' | 'name'>;
  readonly label: string;
  readonly slides: readonly { readonly image: MediaRow; readonly variations: string | undefined }[];
}

function Slides({ shop, context: { t }, product, label, slides }: SlidesProps) {
  return slides.map(({ image, variations }, index) => {
    const picture = shop.media.picture(image);
    return (
      <li className="gallery__slide" key={image.id} data-image={image.id} data-variations={variations}>
        <a
          href={getLargestUrl(picture.srcset)}
          data-lightbox="image"
          data-group={`gallery-${product.id}`}
          data-label={label}
          data-caption={image.alt === product.name ? undefined : image.alt || undefined}
        >
          <Picture
            picture={picture}
            sizes={getImageSizes(index, slides.length)}
            loading={index === 0 ? 'eager' : 'lazy'}
            {...(index === 0 ? { id: firstPhotographId, fetchPriority: 'high' } : {})}
          />
          <VisuallyHidden>{t(texts.enlarge)}</VisuallyHidden>
        </a>
      </li>
    );
  });
}

function GalleryPosition({ context: { t }, total }: { readonly context: RenderContext; readonly total: number }) {
  return (
    <div className="gallery__position when-script" data-words={t(texts.imageCount, { n: '{n}', total })}>
      <p className="gallery__count" role="status">
        {t(texts.imageCount, { n: '1', total })}
      </p>
      <button className="gallery__step icon-button" type="button" data-step="-1" aria-disabled="true">
        <Icon name="chevron-down" small />
        <VisuallyHidden>{t(texts.previousImage)}</VisuallyHidden>
      </button>
      <button className="gallery__step icon-button" type="button" data-step="1">
        <Icon name="chevron-down" small />
        <VisuallyHidden>{t(texts.nextImage)}</VisuallyHidden>
      </button>
    </div>
  );
}

/**
 * Orders the images as the gallery shows them.
 * @param preselected its image comes first, or the image of the first offer that matches an incomplete choice;
 * without it the image of the default variation
 */
export const orderImages = (product: ProductView, preselected: PreselectedVariation | null): readonly MediaRow[] =>
  moveToFront(product.images, findFirstImage(product, preselected));

function findFirstImage(product: ProductView, preselected: PreselectedVariation | null): MediaRow | undefined {
  const { variations, attributes, images } = product;
  const defaultTerms = Object.fromEntries(
    attributes.flatMap(({ slug, forVariations, defaultTerm }) =>
      forVariations && defaultTerm ? [[slug, defaultTerm]] : [],
    ),
  );
  const chosen =
    variations.find(({ id }) => id === preselected?.variationId) ??
    findFirstMatchingOffer(product, preselected) ??
    findVariation(variations, defaultTerms).variation;
  return images[chosen?.imageIndex ?? 0];
}

/** The product's first image takes the vacated place, so that all others keep theirs. */
function moveToFront(images: readonly MediaRow[], first: MediaRow | undefined): readonly MediaRow[] {
  const index = first ? images.indexOf(first) : 0;
  const [ownFirst] = images;
  return index <= 0 || !first || !ownFirst ? images : images.with(0, first).with(index, ownFirst);
}

export function listVariationsShowing({ variations, images }: ProductView, image: MediaRow): string | undefined {
  const shown = variations.filter(({ imageIndex }) => imageIndex !== null && images[imageIndex] === image);
  return shown.length === 0 ? undefined : shown.map(({ id }) => id).join(' ');
}

/**
 * In the column every third image is full width, the others are in pairs, and the last one fills its row
 * (`gallery.css`).
 */
function getImageSizes(index: number, count: number): string {
  if (count === 1) return imageSizes.alone;
  const isWhole = index % 3 === 0 || (index === count - 1 && index % 3 === 1);
  return isWhole ? imageSizes.whole : imageSizes.half;
}

/** Returns the URL of the widest image in a `srcset`, which is sorted from narrow to wide. */
function getLargestUrl(srcset: string): string {
  return (
    srcset
      .slice(srcset.lastIndexOf(', ') + 1)
      .trim()
      .split(' ')[0] ?? ''
  );
}
