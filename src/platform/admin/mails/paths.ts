import { adminPath } from '#platform/admin/contract.ts';

export const mailsPath = adminPath('mails');

/** The page of a mail, by its number. */
export const mailRecordPath = (number: number | ':id'): string => adminPath(`mails/${number}`);
