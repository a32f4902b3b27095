import type { WireNames } from '#platform/config/wire-names.ts';

/** Returns the address of an endpoint: the path of the start page with the endpoint's name in the query. */
export const getEndpointPath = (wire: Pick<WireNames, 'storeShort'>, endpoint: string): string =>
  `/?${getEndpointParameter(wire)}=${endpoint}`;

/** Name of the query parameter with the name of the endpoint. */
export const getEndpointParameter = ({ storeShort }: Pick<WireNames, 'storeShort'>): string => `${storeShort}-ajax`;

/** Selector of the fragment without which scripts do not reuse their stored fragments. */
export const miniCartSelector = 'div.widget_shopping_cart_content';
