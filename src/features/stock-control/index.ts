export { stockControl } from './feature.ts';
export { stocksToReorder } from './stocks/home-tile.ts';
export { stockList } from './stocks/stock-list.tsx';
