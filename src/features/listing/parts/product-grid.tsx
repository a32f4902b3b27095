import type { ReactNode } from 'react';
import type { ChosenVariation, ProductCard } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { QuickViewData } from '../islands/quick-view/quick-view.shared.ts';
import { getQuickViewActionName } from '../quick-view/quick-view-action.ts';
import { cardActions } from '../slots.ts';
import { listingTexts as texts } from '../texts.ts';
import { ProductCardView } from './product-card.tsx';

const cardSizes = '(min-width: 1360px) 405px, (min-width: 550px) 31vw, 47vw';
const narrowCardSizes = '(min-width: 1360px) 318px, (min-width: 1000px) 24vw, (min-width: 550px) 31vw, 47vw';
const listingCardSizes = `(min-width: 1440px) 232px, ${narrowCardSizes}`;
const leadSizes = '(min-width: 1360px) 620px, (min-width: 850px) 47vw, 94vw';

interface GridInput {
  readonly cards: readonly ProductCard[];
  /** Heading level of the cards: one below the heading above the grid. */
  readonly heading: 'h2' | 'h3';
  readonly columns?: 3 | 4;
  /** Whether the grid is beside the filters on large screens. It then has four columns from 1,440 px. */
  readonly isNarrow?: boolean;
  /** Whether the first card is larger, with the others beside it. */
  readonly hasLead?: boolean;
  /** Whether the cards are in a single row that scrolls. */
  readonly isSlider?: boolean;
  /** Number of photographs that are loaded eagerly. */
  readonly eagerCount?: number;
  /** Variations to show instead of the product's first image, by product id. */
  readonly chosen?: ReadonlyMap<number, ChosenVariation>;
  /** Passed to `cardActions`. */
  readonly wishlistId?: number | undefined;
}

/** Renders a grid of product cards with the actions of other features. */
export async function renderProductGrid(
  shop: Shop,
  context: RenderContext,
  {
    cards,
    heading,
    columns = 3,
    isNarrow = false,
    hasLead = false,
    isSlider = false,
    eagerCount = 0,
    chosen,
    wishlistId,
  }: GridInput,
): Promise<ReactNode> {
  const actions = await shop.fill(cardActions, context, { products: cards, wishlistId });
  const modifiers = [
    columns === 4 || hasLead ? ' product-grid--four' : '',
    hasLead ? ' product-grid--lead' : '',
    isSlider ? ' product-grid--slider' : '',
  ];
  const sizes = isNarrow ? listingCardSizes : columns === 4 || hasLead ? narrowCardSizes : cardSizes;
  return (
    <Behaviour of="listing/cards" when="interaction">
      <ul
        className={`product-grid${modifiers.join('')}`}
        role="list"
        data-cards={JSON.stringify(buildQuickViewData(shop, context))}
      >
        {cards.map((card, index) => (
          <ProductCardView
            key={card.id}
            shop={shop}
            context={context}
            card={card}
            chosen={chosen?.get(card.id)}
            heading={heading}
            isEager={index < eagerCount}
            sizes={hasLead && index === 0 ? leadSizes : sizes}
            actions={actions.map((actionsById) => actionsById.get(card.id))}
          />
        ))}
      </ul>
    </Behaviour>
  );
}

function buildQuickViewData({ wire }: Shop, { t }: RenderContext): QuickViewData {
  return {
    url: wire.ajaxEndpoint,
    action: getQuickViewActionName(wire),
    texts: {
      loading: t(texts.quickViewLoading),
      failed: t(texts.quickViewFailed),
      retry: t(texts.quickViewRetry),
      viewFullDetails: t(texts.viewFullDetails),
    },
  };
}
