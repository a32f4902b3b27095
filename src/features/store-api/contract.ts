import type { WireNames } from '#platform/config/wire-names.ts';

/** Namespace of the store API below {api_root}, as batches name it: `/st/store/v1`. */
export const getStoreNamespace = ({ storeShort }: Pick<WireNames, 'storeShort'>): string => `/${storeShort}/store/v1`;

/** Path of the store API without a slash at the end. */
export const getStoreRoot = (wire: Pick<WireNames, 'apiRoot' | 'storeShort'>): string =>
  `${wire.apiRoot}${getStoreNamespace(wire)}`;
