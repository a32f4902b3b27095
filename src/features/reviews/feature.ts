import type { FastifyInstance } from 'fastify';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { encodingOption, readEncodingOption } from '#platform/csv/encoding-option.ts';
import { findFileProblem } from '#platform/csv/file-problem.ts';
import { printReport } from '#platform/csv/print-report.ts';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { reviewErrors, reviewImportErrors } from './errors.ts';
import { importReviews } from './import/import-reviews.ts';
import { registerOpinionPages, reportMutation, voteMutation } from './opinions.tsx';
import { requestReviewsJob } from './requests/request-reviews.ts';
import { registerStopPage, stopRequestsMutation } from './requests/stop-requests.tsx';
import { reviewSettings } from './settings.ts';
import { reviewTexts } from './texts.ts';
import { registerFormPage } from './write/form-page.tsx';
import { writeMutation } from './write/write-mutation.tsx';

const importReviewsCommand: CommandDefinition = {
  name: 'reviews import',
  summary:
    'import reviews from a CSV file of Judge.me, Loox, Yotpo or WooCommerce, an export of WordPress (WXR), or saved answers of its REST interface',
  requires: 'comments.write',
  arguments: [
    { name: '<file>', description: 'CSV, whose columns are found by their heads; XML of WordPress; or JSON' },
  ],
  options: [
    { flags: '--from <name>', description: 'where the reviews come from, shown beside each: Judge.me' },
    { flags: '--dry-run', description: 'report what would be added without adding anything' },
    encodingOption,
  ],
  run: async (shop, { arguments: [file = ''], options: { from, dryRun, ...options } }, output) => {
    const problem = findFileProblem(file);
    if (problem !== null || typeof from !== 'string' || from.trim() === '' || from.length > 40) {
      output.warn(problem ?? '--from: expected the name of the other shop or app, 40 characters at most');
      return 2;
    }
    const encoding = readEncodingOption(options.encoding, output);
    if (encoding === null) return 2;
    const report = await importReviews(shop, file, { source: from.trim(), dryRun: dryRun === true, encoding });
    return printReport(output, report, dryRun === true);
  },
};

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
