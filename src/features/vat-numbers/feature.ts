import type { Feature } from '#platform/features/feature.ts';
import { purgeAnswersJob } from './check/answers.ts';
import { checkNumberJob } from './check/ask-vat-number.ts';
import { checkOrderJob } from './orders/order-checks.ts';
import { sellerVatNumber, vatNumberCheck } from './ports.ts';
import { vatNumberSettings } from './settings.ts';
import { vatNumberTexts } from './texts.ts';

export const vatNumbers: Feature = {
  name: 'vat-numbers',
  needs: ['addresses', 'pricing', 'orders', 'checkout'],
  ports: [vatNumberCheck, sellerVatNumber],
  jobs: [checkNumberJob, checkOrderJob, purgeAnswersJob],
  settings: [vatNumberSettings],
  texts: [vatNumberTexts],
};
