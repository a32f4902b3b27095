import type { Feature } from '#platform/features/feature.ts';
import { auditPath } from './audit-address.ts';
import { auditList } from './audit-list.tsx';
import { readAudit } from './permissions.ts';
import { auditTexts } from './texts.ts';

export const audit: Feature = {
  name: 'audit',
  needs: [],
  admin: {
    navigation: [{ section: 'settings', text: auditTexts.title, path: auditPath, permission: readAudit.name }],
    auditKinds: [
      { kind: 'setting', text: auditTexts.setting },
      { kind: 'list', text: auditTexts.list },
      { kind: 'list-view', text: auditTexts.view },
    ],
    lists: [auditList],
  },
  texts: [auditTexts],
};
