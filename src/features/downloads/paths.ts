import { orderPath } from '#features/orders/index.ts';

/** Path of the form that begins a download. It is below the order's path, whose token grants access. */
export const downloadPath = (token: string, id: string): string => `${orderPath(token)}/downloads/${id}`;

/** Path of a file after its download has begun. The key alone grants access, so that download managers work. */
export const filePath = (id: string, key: string): string => `/downloads/${id}/${key}`;

export const accountDownloadsPath = '/account/downloads';
