import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { registerPackingSlips } from './admin/packing-slips.ts';
import { documentCommands } from './commands.ts';
import { documentMailJob } from './emails/document-mail-job.ts';
import { documentErrors } from './errors.ts';
import { registerDocumentRoutes } from './http.tsx';
import { issueDocumentsJob } from './issue/issue-job.ts';
import { buyerLines } from './ports.ts';
import { documentSettings } from './settings.ts';
import { documentTexts } from './texts.ts';

export const documents: Feature = {
  name: 'documents',
  needs: ['pricing', 'addresses', 'orders', 'vat-numbers'],
  permissions: [
    definePermission('documents.read', 'See invoices, credit notes and packing slips'),
    definePermission('documents.write', 'Issue invoices and credit notes'),
  ],
  routes: registerDocumentRoutes,
  admin: { routes: registerPackingSlips },
  ports: [buyerLines],
  jobs: [issueDocumentsJob, documentMailJob],
  settings: [documentSettings],
  texts: [documentTexts],
  commands: documentCommands,
  errors: [documentErrors],
};
