export { boughtTogether } from './feature.ts';
export { findCompanions } from './find-companions.ts';
export { renderBoughtTogether, renderCompanionsOfProducts } from './parts/bought-together.tsx';
