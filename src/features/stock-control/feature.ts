import type { Feature } from '#platform/features/feature.ts';
import { flag, number } from '#platform/forms/kinds.ts';
import { stockControlErrors } from './errors.ts';
import { deliveryList } from './incoming/delivery-list.tsx';
import { deliveryRecord } from './incoming/delivery-record.tsx';
import { incomingTexts } from './incoming/texts.ts';
import { deliveriesPath, readStock, stockPath, stocktakesPath } from './paths.ts';
import { stockControlSettings } from './settings.ts';
import { createReasonFields } from './stocks/adjust.ts';
import { movementList } from './stocks/movement-list.tsx';
import { stockList } from './stocks/stock-list.tsx';
import { stockRecord } from './stocks/stock-record.tsx';
import { stockTexts } from './stocks/texts.ts';
import { countList } from './stocktakes/count-list.tsx';
import { countFile, countScanned } from './stocktakes/count-mutations.ts';
import { registerCountPage } from './stocktakes/count-page.tsx';
import { stocktakeList } from './stocktakes/stocktake-list.tsx';
import { stocktakeRecord } from './stocktakes/stocktake-record.tsx';
import { stocktakeTexts } from './stocktakes/texts.ts';

/** Stock in the back office: levels with their ledger, stocktakes, and expected deliveries. */
export const stockControl: Feature = {
  name: 'stock-control',
  needs: ['catalog', 'inventory', 'orders'],
  settings: [stockControlSettings],
  mutations: [countScanned, countFile],
  admin: {
    lists: [stockList, movementList, stocktakeList, countList, deliveryList],
    records: [stockRecord, stocktakeRecord, deliveryRecord],
    routes: registerCountPage,
    auditKinds: [
      {
        ...{
          kind: 'stock',
          text: stockTexts.stock,
          page: { requires: readStock, path: (id) => stockPath(Number(id)) },
        },
        fields: (shop) => ({
          available: number({ label: shop.t(stockTexts.available) }),
          difference: number({ label: shop.t(stockTexts.difference) }),
          ...createReasonFields(shop),
        }),
      },
      {
        ...{ kind: 'stocktake', text: stocktakeTexts.stocktake },
        page: { requires: readStock, path: (id) => `${stocktakesPath}/${id}` },
      },
      { kind: 'stock-count', text: stocktakeTexts.counts },
      {
        ...{ kind: 'expected-delivery', text: incomingTexts.delivery },
        page: { requires: readStock, path: (id) => `${deliveriesPath}/${id}` },
        fields: ({ t }) => ({ isClosed: flag({ label: t(incomingTexts.closed) }) }),
      },
    ],
    navigation: [
      { section: 'products', text: stockTexts.stock, path: stockList.path, permission: readStock },
      { section: 'products', text: stocktakeTexts.stocktakes, path: stocktakeList.path, permission: readStock },
      { section: 'products', text: incomingTexts.deliveries, path: deliveryList.path, permission: readStock },
    ],
  },
  texts: [stockTexts, stocktakeTexts, incomingTexts],
  errors: [stockControlErrors],
};
