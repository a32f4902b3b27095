import { defineErrors } from '#platform/features/error-codes.ts';

export const fulfilmentErrors = defineErrors('Shipments', {
  SHIPMENT_TOO_LARGE: {
    means:
      'A shipment names more units of a line than are left, a line that the order does not have, or nothing is left to ship.',
    action: '`shop orders ship <number>` without lines ships the rest.',
  },
});
