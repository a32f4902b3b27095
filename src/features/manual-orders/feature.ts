import { getRecordPath } from '#platform/admin/records/record.ts';
import type { Feature } from '#platform/features/feature.ts';
import { flag } from '#platform/forms/kinds.ts';
import { restoreDraft } from './admin/draft-actions.ts';
import { draftList } from './admin/draft-list.tsx';
import { draftRecord } from './admin/draft-record.tsx';
import { registerDraftRoutes } from './admin/draft-routes.ts';
import { draftTexts } from './admin/draft-texts.ts';
import { manualOrderCommands } from './commands.ts';
import { quotePath } from './contract.ts';
import { manualOrderErrors } from './errors.ts';
import { purgeDraftsJob } from './personal-data.ts';
import { draftSources } from './ports.ts';
import { quoteMailJob } from './quotes/quote-mail.ts';
import { acceptQuoteMutation, registerQuotePage } from './quotes/quote-page.tsx';
import { manualOrderSettings } from './settings.ts';
import { manualOrderTexts } from './texts.ts';

export const manualOrders: Feature = {
  name: 'manual-orders',
  needs: [
    'addresses',
    'cart',
    'catalog',
    'checkout',
    'customers',
    'orders',
    'payments',
    'pricing',
    'uploads',
    'vat-numbers',
  ],
  mutations: [acceptQuoteMutation],
  routes: registerQuotePage,
  privatePaths: [quotePath('')],
  ports: [draftSources],
  jobs: [quoteMailJob, purgeDraftsJob],
  settings: [manualOrderSettings],
  texts: [manualOrderTexts, draftTexts],
  admin: {
    lists: [draftList],
    records: [draftRecord],
    bulkActions: [restoreDraft],
    routes: registerDraftRoutes,
    navigation: [{ section: 'orders', text: draftTexts.drafts, path: draftList.path, permission: draftList.requires }],
    auditKinds: [
      {
        ...{ kind: 'order-draft', text: draftTexts.draftKind },
        fields: ({ t }) => ({
          withdrawnAt: flag({ label: t(draftTexts.withdrawnAt) }),
          deletedAt: flag({ label: t(draftTexts.deletedAt) }),
        }),
        page: { requires: draftRecord.requires, path: (id) => getRecordPath(draftRecord, id) },
      },
    ],
  },
  commands: manualOrderCommands,
  errors: [manualOrderErrors],
};
