import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/context.ts';
import { Picture } from '#ui/picture.tsx';
import type { ProductView } from '../product-view.ts';
import { galleryCorner } from '../slots.ts';
import { catalogTexts as texts } from '../texts.ts';

const gallerySizes = '(min-width: 1360px) 720px, (min-width: 850px) 56vw, 100vw';

/** A column of photographs on a large screen, a strip to swipe on a small one. */
export async function gallery(shop: Shop, context: RenderContext, product: ProductView): Promise<ReactNode> {
  const corner = await shop.fill(galleryCorner, context, { product });
  return (
    <div className="product__gallery gallery">
      <ul
        className="gallery__strip"
        role="list"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and a keyboard must be able to do that
        tabIndex={0}
        aria-label={context.t(texts.photographsOf, { name: product.name })}
      >
        {product.images.map((image, index) => (
          <li className="gallery__slide" key={image.id}>
            <Picture
              picture={shop.media.picture(image)}
              sizes={gallerySizes}
              loading={index === 0 ? 'eager' : 'lazy'}
              {...(index === 0 ? { fetchPriority: 'high' } : {})}
            />
          </li>
        ))}
      </ul>
      {corner.length > 0 && <div className="gallery__corner">{corner}</div>}
    </div>
  );
}
