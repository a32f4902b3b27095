export { variationGrid } from './feature.ts';
export { variationsOfProduct } from './variations-panel.tsx';
