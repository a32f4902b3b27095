export { promotions } from './feature.ts';
export { findPromotions } from './promotions.ts';
