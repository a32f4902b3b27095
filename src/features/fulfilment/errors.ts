import { defineErrors } from '#platform/features/error-codes.ts';

export const fulfilmentErrors = defineErrors('Shipments', {
  SHIPMENT_TOO_LARGE: {
    means:
      'A shipment names more units of a line than are left, a line that the order does not have, or nothing is left to ship.',
    action: 'Ship what is left: the page of the order offers all of it.',
  },
  CANCELLATION_REQUESTED: {
    means: 'An order was to be shipped whose customer has asked to cancel it, and nobody has answered.',
    action: 'Refund the order, or decline the cancellation on its page and ship it then.',
  },
  PARCEL_NOT_FOUND: {
    means: 'The order has no such parcel, or no shipment without one.',
    action: 'Open the page of the order again and choose one of its parcels.',
  },
  PARCEL_TELLS_NOTHING: {
    means: 'A corrected parcel has neither a carrier nor a tracking number nor an address.',
    action: 'Enter one of them.',
  },
  TRACKING_UNCHANGED: {
    means: 'A correction of the tracking of an order changes nothing.',
    action: 'Change the parcel whose tracking is wrong.',
  },
  DELIVERY_ANSWERED: {
    means: 'A delivery that failed or came back was sent again or refunded already, maybe just now by somebody else.',
    action: 'Look at the page of the order. Cancelling what was sent again opens the delivery again.',
  },
  DELIVERY_NOT_OPEN: {
    means: 'A delivery was to be settled that neither failed nor came back.',
    action: 'Record first what happened to it.',
  },
  RESTOCK_NOT_RETURNED: {
    means:
      'Items of a parcel that did not come back were to go to stock, or more than it had, or a parcel whose items are in stock was said to have arrived.',
    action: 'Record that the parcel came back, with at most the items that were in it.',
  },
  NOT_REPLACEABLE: {
    means: 'More units were to be replaced than were shipped and neither replaced nor refunded yet, or none.',
    action:
      'Choose at most the units that the page offers. What was sent again is replaced on the page of its own order.',
  },
  DELIVERY_NOT_CHARGEABLE: {
    means:
      'A replacement was to have a delivery charge, and its first order has another currency than the shop, or its prices were entered the other way, with or without tax.',
    action: 'Replace the items without a charge.',
  },
  ORDER_ERASED: {
    means: 'An order whose personal data were deleted has no address to which something could be sent.',
    action: 'Enter a manual order with the address.',
  },
});
