import { getRecordPath } from '#platform/admin/records/record.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { draftList } from './admin/draft-list.tsx';
import { draftRecord } from './admin/draft-record.tsx';
import { registerDraftRoutes } from './admin/draft-routes.ts';
import { draftTexts } from './admin/draft-texts.ts';
import { manualOrderCommands } from './commands.ts';
import { quotePath } from './contract.ts';
import { manualOrderErrors } from './errors.ts';
import { draftSources } from './ports.ts';
import { quoteMailJob } from './quotes/quote-mail.ts';
import { acceptQuoteMutation, registerQuotePage } from './quotes/quote-page.tsx';
import { manualOrderTexts } from './texts.ts';

export const manualOrders: Feature = {
  name: 'manual-orders',
  needs: ['addresses', 'cart', 'catalog', 'checkout', 'customers', 'orders', 'payments', 'pricing', 'uploads'],
  permissions: [
    definePermission('orders.set-prices', 'Agree prices of new orders, as far below the current ones', {
      hasLimit: true,
    }),
  ],
  mutations: [acceptQuoteMutation],
  routes: registerQuotePage,
  privatePaths: [quotePath('')],
  ports: [draftSources],
  jobs: [quoteMailJob],
  texts: [manualOrderTexts, draftTexts],
  admin: {
    lists: [draftList],
    records: [draftRecord],
    routes: registerDraftRoutes,
    navigation: [{ section: 'orders', text: draftTexts.drafts, path: draftList.path, permission: draftList.requires }],
    auditKinds: [
      {
        ...{ kind: 'order-draft', text: draftTexts.draftKind },
        page: { requires: draftRecord.requires, path: (id) => getRecordPath(draftRecord, id) },
      },
    ],
  },
  commands: manualOrderCommands,
  errors: [manualOrderErrors],
};
