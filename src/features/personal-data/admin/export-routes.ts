import type { FastifyInstance } from 'fastify';
import { findPerson, personPath, toAuditLabel } from '#features/customers/index.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { readRecordId } from '#platform/admin/records/record.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatAttachment } from '#platform/http/attachment.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { collectData, formatDataAsCsv } from '../collect.ts';
import { toSubject } from './person-subject.ts';

export const exportPath = (id: number | ':id', format: 'json' | 'csv'): string => `${personPath(id)}/data.${format}`;

/** Registers the files with all data of a person, for staff to hand over. The permission requires a fresh sign-in. */
export function registerExportRoutes(app: FastifyInstance, shop: Shop): void {
  for (const format of ['json', 'csv'] as const)
    app.get(exportPath(':id', format), { config: { requires: 'customers.export' } }, async (request, reply) => {
      const id = readRecordId(request);
      const person = id === null ? null : await findPerson(shop.db, id);
      if (person === null) return reply.callStatusPage(404);
      const actor = await getActor(shop, request);
      const data = await collectData(shop, shop.db, toSubject(person));
      const subject = { kind: 'person', id: person.id, label: toAuditLabel(person) };
      const entry = { subject, action: 'personal-data.export-person', before: null, after: null };
      await inTransaction(shop.db, (tx) => recordAudit(tx, actor, { ...entry, customerId: person.customerId }));
      return reply
        .header('content-disposition', formatAttachment(`customer-${person.id}.${format}`))
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
        .send(format === 'csv' ? formatDataAsCsv(data) : `${JSON.stringify(data, null, 2)}\n`);
    });
}
