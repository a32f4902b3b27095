import { z } from 'zod';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { issueDocuments } from './issue-documents.ts';

const payloadSchema = z.object({ order: z.int() });

type IssuePayload = z.infer<typeof payloadSchema>;

export const issueDocumentsJob = defineJob({
  name: 'documents:issue-documents',
  schema: payloadSchema,
  run: async (shop, { order }: IssuePayload) => {
    await issueDocuments(shop, { orderId: order, by: 'shop' });
  },
});

/**
 * Handles events after which a document may be due. A job issues it, so that the order's transaction locks no series.
 */
export async function enqueueDocuments(shop: Shop, tx: Tx, { id }: { readonly id: number }): Promise<void> {
  await shop.jobs.add(tx, issueDocumentsJob, { order: id });
}
