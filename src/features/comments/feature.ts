import { getRecordPath } from '#platform/admin/records/record.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { choice, flag, text } from '#platform/forms/kinds.ts';
import { commentList } from './admin/comment-list.tsx';
import { commentRecord } from './admin/comment-record.tsx';
import { commentAdminTexts } from './admin/texts.ts';
import { commentCommands } from './commands.ts';
import { commentStates, maxBody } from './contract.ts';
import { commentErrors, moderationErrors } from './errors.ts';
import { fetchPhotographsJob } from './fetch-photographs.ts';
import { purgeCommentsJob } from './owner-data.ts';
import { registerAdminPhotographs, registerPhotographs } from './photographs.ts';
import { commentChecks } from './ports.ts';
import { commentHints } from './private-state.ts';
import { commentSettings } from './settings.ts';
import { commentTexts } from './texts.ts';
import { checkRatingsJob } from './write/refresh-pages-and-rating.ts';
import { countVotesJob } from './write/vote.ts';

export const comments: Feature = {
  name: 'comments',
  needs: ['catalog', 'content', 'customers', 'orders'],
  routes: registerPhotographs,
  permissions: [
    definePermission('comments.read', 'See reviews and comments with their authors'),
    definePermission('comments.write', 'Approve, hold and answer reviews and comments'),
    definePermission('comments.delete', 'Delete reviews and comments', { isDangerous: true }),
  ],
  admin: {
    lists: [commentList],
    records: [commentRecord],
    routes: registerAdminPhotographs,
    auditKinds: [
      {
        kind: 'comment',
        text: commentAdminTexts.comment,
        page: { requires: commentRecord.requires, path: (id) => getRecordPath(commentRecord, id) },
        fields: ({ t }) => ({
          state: choice({
            label: t(commentAdminTexts.state),
            options: commentStates.map((value) => ({ value, label: t(commentAdminTexts[value]) })),
          }),
          isEdited: flag({ label: t(commentAdminTexts.isEdited) }),
          isReported: flag({ label: t(commentAdminTexts.isReported) }),
          answer: text({ label: t(commentAdminTexts.answer), max: maxBody }),
        }),
      },
    ],
    navigation: [
      {
        ...{ section: 'messages', text: commentAdminTexts.comments },
        ...{ path: commentList.path, permission: commentList.requires },
      },
    ],
  },
  hints: [commentHints],
  ports: [commentChecks],
  jobs: [checkRatingsJob, countVotesJob, fetchPhotographsJob, purgeCommentsJob],
  commands: commentCommands,
  settings: [commentSettings],
  errors: [commentErrors, moderationErrors],
  texts: [commentTexts, commentAdminTexts],
};
