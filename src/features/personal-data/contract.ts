import { accountPath } from '#features/accounts/contract.ts';

/** The page of the account about all that the shop has of the customer. */
export const dataPath = `${accountPath}/data`;
/** @param format of the file */
export const dataFilePath = (format: 'json' | 'csv'): string => `${dataPath}/my-data.${format}`;
/** The page that explains what deleting the account does. */
export const deletePath = `${dataPath}/delete`;
/** Takes the form of who has changed their mind. */
export const keepPath = `${dataPath}/keep`;
