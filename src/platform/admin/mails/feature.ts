import type { Feature } from '#platform/features/feature.ts';
import { mailKinds } from '#platform/mail/mail-kinds.ts';
import { mailList } from './mail-list.tsx';
import { mailRecord, registerMailContent } from './mail-record.tsx';
import { mailRecordPath } from './paths.ts';
import { mailLogTexts as texts } from './texts.ts';

export const mailLog: Feature = {
  name: 'mails',
  needs: [],
  ports: [mailKinds],
  admin: {
    navigation: [{ section: 'settings', text: texts.title, path: mailList.path, permission: mailList.requires }],
    auditKinds: [
      {
        kind: 'mail',
        text: texts.kindName,
        page: { requires: mailList.requires, path: (id) => mailRecordPath(Number(id)) },
      },
    ],
    lists: [mailList],
    records: [mailRecord],
    routes: registerMailContent,
  },
  texts: [texts],
};
