import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/context.ts';
import { Picture } from '#ui/picture.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { ProductCard } from '../cards.ts';
import { productPath } from '../contract.ts';
import { cardActions } from '../slots.ts';
import { catalogTexts as texts } from '../texts.ts';
import { ProductPrice } from './prices.tsx';

const cardSizes = '(min-width: 1360px) 405px, (min-width: 550px) 31vw, 47vw';
const narrowCardSizes = '(min-width: 1360px) 318px, (min-width: 1000px) 24vw, (min-width: 550px) 31vw, 47vw';

interface GridInput {
  readonly cards: readonly ProductCard[];
  /** Level of the cards' headings: one below the heading that stands above the grid. */
  readonly heading: 'h2' | 'h3';
  readonly columns?: 3 | 4;
  /** Beside the filters of a list, on a large screen. */
  readonly isNarrow?: boolean;
  /** How many photographs are fetched at once, because they are seen first. */
  readonly eager?: number;
}

/** Cards of products, with whatever others put on them. */
export async function productGrid(
  shop: Shop,
  context: RenderContext,
  { cards, heading, columns = 3, isNarrow = false, eager = 0 }: GridInput,
): Promise<ReactNode> {
  const actions = await shop.fill(cardActions, context, { products: cards });
  return (
    <ul className={columns === 4 ? 'product-grid product-grid--four' : 'product-grid'} role="list">
      {cards.map((card, index) => (
        <Card
          key={card.id}
          shop={shop}
          context={context}
          card={card}
          heading={heading}
          eager={index < eager}
          sizes={isNarrow ? narrowCardSizes : cardSizes}
          actions={actions.map((filled) => filled.get(card.id))}
        />
      ))}
    </ul>
  );
}

interface CardProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly card: ProductCard;
  readonly heading: 'h2' | 'h3';
  readonly eager: boolean;
  readonly sizes: string;
  readonly actions: readonly ReactNode[];
}

function Card({ shop, context, card, heading: Heading, eager, sizes, actions }: CardProps) {
  const { t } = context;
  return (
    <li className="product-card">
      <CardPhotographs shop={shop} card={card} eager={eager} sizes={sizes} />
      <div className="product-card__text">
        <Heading className="product-card__name">
          <a className="product-card__link" href={productPath(card.slug)}>
            {card.name}
          </a>
        </Heading>
        <p className="product-card__price">
          <ProductPrice context={context} range={card.priceRange} />
        </p>
        {(card.onSale || !card.inStock) && (
          <p className="product-card__flags">
            {card.onSale && card.inStock && <span className="flag flag--sale">{t(texts.sale)}</span>}
            {!card.inStock && <span className="flag flag--out">{t(texts.soldOut)}</span>}
          </p>
        )}
        {card.swatches.length > 1 && <Swatches label={t(texts.choices)} swatches={card.swatches} />}
        {actions.some(Boolean) && <div className="product-card__actions">{actions}</div>}
      </div>
    </li>
  );
}

function CardPhotographs({ shop, card, eager, sizes }: Pick<CardProps, 'shop' | 'card' | 'eager' | 'sizes'>) {
  const [first, second] = card.images;
  return (
    <div className="product-card__media">
      {first && <Picture picture={shop.media.picture(first)} sizes={sizes} loading={eager ? 'eager' : 'lazy'} />}
      {second && (
        <div className="product-card__second">
          <Picture picture={shop.media.picture(second)} alt="" sizes={sizes} loading="lazy" />
        </div>
      )}
    </div>
  );
}

function Swatches({ label, swatches }: { readonly label: string; readonly swatches: ProductCard['swatches'] }) {
  return (
    <ul className="swatch-list" role="list" aria-label={label}>
      {swatches.map(({ slug, name, swatch }) => (
        <li key={slug}>
          <span className="swatch" style={{ '--swatch': swatch } as object} />
          <VisuallyHidden>{name}</VisuallyHidden>
        </li>
      ))}
    </ul>
  );
}
