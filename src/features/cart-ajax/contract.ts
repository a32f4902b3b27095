import type { WireNames } from '#platform/config/wire-names.ts';

/** The address of an endpoint: the path of the start page with the name in the query. */
export const getEndpointPath = (wire: Pick<WireNames, 'storeShort'>, endpoint: string): string =>
  `/?${getEndpointParameter(wire)}=${endpoint}`;

/** Name of the query parameter that names the endpoint. */
export const getEndpointParameter = ({ storeShort }: Pick<WireNames, 'storeShort'>): string => `${storeShort}-ajax`;

/** The fragment without which scripts do not reuse what they stored. */
export const miniCartSelector = 'div.widget_shopping_cart_content';
