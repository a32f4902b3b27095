export { cardsFeature } from './feature.ts';
export { renderCardMethod, renderCardStep } from './fields/card-places.tsx';
export { card } from './provider/card-provider.ts';
export { renderSheetRows, renderSheetStep, sheetMethods, sheetRows } from './sheets/sheet-places.tsx';
export { applePay, googlePay } from './sheets/sheet-providers.ts';
