import { defineErrors } from '#platform/features/error-codes.ts';

export const reviewErrors = defineErrors('Reviews', {
  PHOTOGRAPH_INVALID: {
    status: 422,
    means: 'A photograph is damaged, of an unknown type, or has too many pixels.',
    action: 'Send JPEG, PNG, WebP or AVIF files.',
  },
  TOO_MANY_VOTES: {
    status: 429,
    means: 'Too many votes or reports came from this network today (`reviews.votesPerDay`).',
    action: 'Retry tomorrow.',
  },
});
