import { defineTexts } from '#platform/texts/texts.ts';

export const deliveryDateTexts = defineTexts('delivery-dates', {
  arrives: 'Arrives {dates}',
  /** Used when the shop ships to several countries and the address is not known. */
  arrivesIn: 'Arrives in {country} {dates}',
  collect: 'Ready to collect from {date}',
  arrivalLabel: 'Arrives',
  collectLabel: 'Ready to collect from',
});
