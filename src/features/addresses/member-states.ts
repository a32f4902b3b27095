const memberStates = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Whether a country (ISO 3166-1 alpha-2) is a member state of the European Union. */
export const isMemberState = (country: string): boolean => memberStates.has(country);
