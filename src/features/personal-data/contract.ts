import { accountPath } from '#features/accounts/contract.ts';

/** Page of the account with all data that the shop has of the customer. */
export const dataPath = `${accountPath}/data`;
export const dataFilePath = (format: 'json' | 'csv'): string => `${dataPath}/my-data.${format}`;
export const deletePath = `${dataPath}/delete`;
/** Receives the form of a customer who wants to keep the account. */
export const keepPath = `${dataPath}/keep`;
