import type { Feature } from '#platform/features/feature.ts';
import { jobErrors } from '#platform/jobs/errors.ts';
import { jobList } from './job-list.tsx';
import { jobLogTexts as texts } from './texts.ts';

export const jobLog: Feature = {
  name: 'jobs',
  needs: [],
  admin: {
    navigation: [{ section: 'settings', text: texts.title, path: jobList.path, permission: jobList.requires }],
    auditKinds: [{ kind: 'job', text: texts.kindName }],
    lists: [jobList],
  },
  texts: [texts],
  errors: [jobErrors],
};
