import { orderPath } from '#features/orders/index.ts';

/** Takes the form that begins a download. Below the order, whose key opens it. */
export const downloadPath = (token: string, id: string): string => `${orderPath(token)}/downloads/${id}`;

/** The file of a begun download, for browsers and download managers: the key alone opens it. */
export const filePath = (id: string, key: string): string => `/downloads/${id}/${key}`;

export const accountDownloadsPath = '/account/downloads';
