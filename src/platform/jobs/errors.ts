import { defineErrors } from '#platform/features/error-codes.ts';

export const jobErrors = defineErrors('Jobs', {
  JOB_NOT_FOUND: { means: 'No job has this number any more: it is done, or was removed.' },
  JOB_NOT_FAILED: { means: 'The job has attempts left, or runs: the shop goes on with it by itself.' },
});
