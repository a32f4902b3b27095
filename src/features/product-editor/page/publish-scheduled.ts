import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { changeProduct } from '../actions/change-product.ts';

const selectDue = sqlQuery<{ id: number }>(
  'product-editor.find-due-products',
  'select id from products where publish_at <= $1 order by publish_at, id limit 500',
);

/** Publishes drafts whose publication time has passed, each in its own transaction. */
export const publishScheduled = defineJob({
  name: 'product-editor:publish-scheduled',
  every: '* * * * *',
  run: async (shop) => {
    const actor = createSystemActor('job');
    for (const { id } of await selectDue(shop.db, [shop.clock.now()]))
      await inTransaction(shop.db, async (tx) => {
        const result = await changeProduct({ shop, tx, actor, reference: 'published' }, id, ({ product }) => {
          const isDue = product.publishAt !== null && product.publishAt <= shop.clock.now();
          return {
            product: isDue ? { status: 'published' } : {},
            before: { status: product.status },
            after: { status: 'published' },
          };
        });
        if (!result.ok) return;
        const { label, before, after } = result.change;
        const subject = { kind: 'product', id, label };
        await recordAudit(tx, actor, { subject, action: 'product-editor.publish-scheduled', before, after });
      });
  },
});
