import type { Feature } from '#platform/features/feature.ts';
import { warnOfCardTestsJob } from './defence/warn-owner.ts';
import { cardSettings } from './settings.ts';
import { domainFile } from './sheets/domain-file.ts';
import { sheetTexts } from './sheets/texts.ts';
import { cardTexts } from './texts.ts';

export const cardsFeature: Feature = {
  name: 'cards',
  needs: ['payments', 'checkout', 'order-pay', 'wallet'],
  settings: [cardSettings],
  texts: [cardTexts, sheetTexts],
  pages: [domainFile],
  jobs: [warnOfCardTestsJob],
};
