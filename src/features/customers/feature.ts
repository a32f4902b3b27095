import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { date, flag, line } from '#platform/forms/kinds.ts';
import { personPath } from './admin/paths.ts';
import { personList } from './admin/person-list.tsx';
import { personRecord } from './admin/person-record.tsx';
import { personTexts as texts } from './admin/texts.ts';
import { customerCommands } from './commands.ts';
import { customerErrors } from './errors.ts';

export const customers: Feature = {
  name: 'customers',
  needs: ['addresses'],
  permissions: [
    definePermission('customers.read', 'See customers'),
    definePermission('customers.write', 'Change customers, also whether they pay taxes'),
    definePermission('customers.export', 'Get all that the shop has of a person', { isDangerous: true }),
    definePermission('customers.merge', 'Make two accounts one', { isDangerous: true }),
    definePermission('customers.erase', 'Delete accounts and all messages of a person', { isDangerous: true }),
  ],
  admin: {
    lists: [personList],
    records: [personRecord],
    auditKinds: [
      {
        ...{ kind: 'person', text: texts.person },
        page: { requires: personRecord.requires, path: (id) => personPath(Number(id)) },
        fields: ({ t }) => ({
          note: flag({ label: t(texts.note) }),
          erased: flag({ label: t(texts.erased) }),
          mergedAccount: line({ label: t(texts.mergedAccount), max: 320 }),
          reason: line({ label: t(texts.exemptionReason), max: 500 }),
          certificate: line({ label: t(texts.certificate), max: 100 }),
          validUntil: date({ label: t(texts.validUntil) }),
        }),
      },
    ],
    navigation: [{ section: 'customers', text: texts.people, path: personList.path, permission: personList.requires }],
  },
  commands: customerCommands,
  texts: [texts],
  errors: [customerErrors],
};
