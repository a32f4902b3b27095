import { adminPath } from '#platform/admin/contract.ts';

export const mailsPath = adminPath('mails');

export const mailRecordPath = (number: number | ':id'): string => adminPath(`mails/${number}`);
