import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';

export type FindUsedUploads = (db: Db, ids: readonly string[]) => Promise<readonly string[]>;

/**
 * Finds files that are in use, such as those in carts: they are not deleted. Asked with the rows of
 * the files locked.
 */
export const usedUploads = definePort<FindUsedUploads>('uploads.used');
