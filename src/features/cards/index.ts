export { cardsFeature } from './feature.ts';
export { renderCardMethod, renderCardStep } from './fields/card-places.tsx';
export { card } from './provider/card-provider.ts';
