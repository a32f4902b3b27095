export { cardsFeature } from './feature.ts';
export { card } from './provider/card-provider.ts';
