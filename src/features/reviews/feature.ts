import type { FastifyInstance } from 'fastify';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { reviewErrors, reviewImportErrors } from './errors.ts';
import { importReviewsCommand } from './import/import-command.ts';
import { registerOpinionPages, reportMutation, voteMutation } from './opinions.tsx';
import { requestReviewsJob } from './requests/request-reviews.ts';
import { registerStopPage, stopRequestsMutation } from './requests/stop-requests.tsx';
import { reviewSettings } from './settings.ts';
import { reviewTexts } from './texts.ts';
import { registerFormPage } from './write/form-page.tsx';
import { writeMutation } from './write/write-mutation.tsx';

export const reviews: Feature = {
  name: 'reviews',
  needs: [
    'catalog',
    'checkout',
    'comments',
    'content',
    'customers',
    'downloads',
    'email-preferences',
    'fulfilment',
    'orders',
  ],
  routes: (app: FastifyInstance, shop: Shop) => {
    registerFormPage(app, shop);
    registerOpinionPages(app, shop);
    registerStopPage(app, shop);
  },
  mutations: [writeMutation, voteMutation, reportMutation, stopRequestsMutation],
  jobs: [requestReviewsJob],
  privatePaths: ['/stop-review-requests/', '/comments/'],
  settings: [reviewSettings],
  errors: [reviewErrors, reviewImportErrors],
  commands: [importReviewsCommand],
  texts: [reviewTexts],
};
