import { getRecordPath } from '#platform/admin/records/record.ts';
import type { Feature } from '#platform/features/feature.ts';
import { authorList, authorRecord } from './admin/authors.tsx';
import { newPostForm, postList } from './admin/post-list.tsx';
import { termList, termRecord } from './admin/terms.tsx';
import { journalAdminTexts } from './admin/texts.ts';
import { registerCommentForm, writeCommentMutation } from './comments/write-comment.tsx';
import { journalErrors } from './errors.ts';
import { feeds } from './pages/feeds.ts';
import { listPages } from './pages/list-pages.tsx';
import { postPage } from './pages/post-page.tsx';
import { journalSettings } from './settings.ts';
import { journalTexts } from './texts.ts';

export const journal: Feature = {
  name: 'journal',
  needs: ['catalog', 'comments', 'content', 'customers', 'syndication'],
  pages: [...listPages, ...feeds, postPage],
  routes: registerCommentForm,
  mutations: [writeCommentMutation],
  // The form shows the shopper's own input, so it is not cached.
  privatePaths: ['/comments/post/'],
  admin: {
    lists: [postList, termList, authorList],
    records: [termRecord, authorRecord],
    forms: [newPostForm],
    auditKinds: [
      {
        ...{ kind: 'journal-term', text: journalAdminTexts.termOne },
        page: { requires: termRecord.requires, path: (id) => getRecordPath(termRecord, id) },
      },
      {
        ...{ kind: 'journal-author', text: journalAdminTexts.author },
        page: { requires: authorRecord.requires, path: (id) => getRecordPath(authorRecord, id) },
      },
    ],
    navigation: [postList, termList, authorList].map(({ texts, path, requires }) => ({
      ...{ section: 'content', order: -1, text: texts.title, path, permission: requires },
    })),
  },
  errors: [journalErrors],
  settings: [journalSettings],
  texts: [journalTexts, journalAdminTexts],
};
