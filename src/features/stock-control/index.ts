export { stockControl } from './feature.ts';
export { stockList } from './stocks/stock-list.tsx';
