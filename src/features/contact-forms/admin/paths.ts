import { adminPath } from '#platform/admin/contract.ts';

export const messagesPath = adminPath('messages');

export const messagePath = (id: number | ':id'): string => adminPath(`messages/${id}`);
