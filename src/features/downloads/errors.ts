import { defineErrors } from '#platform/features/error-codes.ts';

export const downloadErrors = defineErrors('Downloads', {
  DOWNLOAD_EXPIRED: {
    status: 410,
    means: 'The time in which this file could be downloaded is over.',
    action: 'Write to the shop, which can renew it: `shop downloads renew`.',
  },
  DOWNLOAD_USED_UP: {
    status: 403,
    means: 'This file was downloaded as often as the purchase includes.',
    action: 'Write to the shop, which can renew it: `shop downloads renew`.',
  },
  DOWNLOAD_NOT_READY: {
    status: 503,
    means: 'The shop has not got this file yet. Nothing was counted.',
    action: 'Try again in a few minutes. The owner: `shop downloads list` names missing files.',
  },
  TOO_MANY_DOWNLOADS: {
    status: 429,
    means: 'Too many downloads of this order were begun within an hour.',
    action: 'Try again in an hour.',
  },
});
