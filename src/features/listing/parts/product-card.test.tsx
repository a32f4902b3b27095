import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ChosenVariation, ProductCard } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MediaRow } from '#platform/media/media.ts';
import { createPartHtmlCache } from '#platform/pages/kept-html.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { PictureData } from '#ui/picture.tsx';
import type { CardAction } from '../slots.ts';
import { ProductCardView } from './product-card.tsx';

const bowl: ProductCard = {
  ...{ id: 1, slug: 'bowl', name: 'Bowl', type: 'simple', priceRange: null, onSale: false, inStock: true },
  quantityRule: { minQuantity: 1, maxQuantity: null, quantityStep: 1 },
  ...{ images: [], swatches: [], canAddDirectly: true, soldIndividually: false, nextChangeAt: null },
};

const toImage = (id: number): MediaRow => ({
  ...{ id, sha256: `${id}`, width: 800, height: 1000, color: '#fff', alt: `photograph ${id}` },
});

const toPicture = ({ sha256, width, height, color, alt }: MediaRow): PictureData => ({
  ...{ width, height, color, alt, src: `/media/${sha256}.jpg`, srcset: '', sources: [] },
});

let renders = 0;

function Quantity({ max }: { readonly max: number }) {
  renders += 1;
  return <input id={useId()} max={max} />;
}

function createList() {
  const media = { picture: toPicture };
  const shop = { keepHtml: createPartHtmlCache(), media, settings: () => ({ priceSuffix: '' }) } as unknown as Shop;
  const context = { t: ({ message }) => message } as RenderContext;
  renders = 0;
  return (cards: readonly ProductCard[], max: number, inputs: CardAction['inputs'], chosen?: ChosenVariation) =>
    renderToString(
      cards.map((card) => (
        <ProductCardView
          key={card.id}
          {...{ shop, context, card, chosen, heading: 'h2', isEager: false, sizes: '100vw' }}
          actions={[undefined, { element: <Quantity max={max} />, inputs }]}
        />
      )),
    );
}

describe('a product card', () => {
  it('is rendered again only when its data or those of its actions change', () => {
    const renderList = createList();
    const first = renderList([bowl], 5, [5]);
    expect(renderList([bowl], 5, [5])).toBe(first);
    expect(renders).toBe(1);
    expect(renderList([bowl], 9, [9])).toContain('max="9"');
    expect(renderList([{ ...bowl, name: 'Large bowl' }], 9, [9])).toContain('Large bowl');
    expect(renders).toBe(3);
  });

  it('has no photograph of another colour beside that of a chosen variation', () => {
    const renderList = createList();
    const card = { ...bowl, images: [toImage(1), toImage(2)] };
    expect(renderList([card], 5, [5]).match(/alt="[^"]*"/g)).toEqual(['alt="photograph 1"', 'alt=""']);
    const chosen = { id: 7, image: toImage(3), openTerms: {} };
    expect(renderList([card], 5, [5], chosen).match(/alt="[^"]*"/g)).toEqual(['alt="photograph 3"']);
    const first = { ...chosen, image: toImage(1) };
    expect(renderList([card], 5, [5], first).match(/alt="[^"]*"/g)).toEqual(['alt="photograph 1"']);
    const withoutImage = { ...chosen, image: null };
    expect(renderList([card], 5, [5], withoutImage).match(/alt="[^"]*"/g)).toHaveLength(2);
  });

  it('is rendered each time with an action that can’t be kept, so that its ids are unique', () => {
    const renderList = createList();
    const cards = [bowl, { ...bowl, id: 2, slug: 'cup' }];
    const html = renderList(cards, 5, null);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(2);
    renderList(cards, 5, null);
    expect(renders).toBe(4);
  });
});
