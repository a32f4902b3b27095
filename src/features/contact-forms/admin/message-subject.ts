import { type Db, sqlQuery } from '#platform/database/database.ts';
import { type ContactMessage, findMessage } from '../messages/find-messages.ts';

export interface MessageSubject extends ContactMessage {
  readonly customerId: number | null;
  readonly assignedTo: number | null;
  readonly assigned: string | null;
  readonly deleteAt: Date;
}

const selectOffice = sqlQuery<Pick<MessageSubject, 'customerId' | 'assignedTo' | 'assigned' | 'deleteAt'>>(
  'contact-forms.find-office-part',
  `select m.customer_id as "customerId", m.assigned_to as "assignedTo", m.delete_at as "deleteAt",
    (select coalesce(nullif(c.name, ''), c.email) from staff_members s join customers c on c.id = s.customer_id
      where s.id = m.assigned_to) as assigned
  from contact_messages m where m.id = $1`,
);

export async function loadMessageSubject(db: Db, id: number): Promise<MessageSubject | null> {
  const [message, [office]] = await Promise.all([findMessage(db, id), selectOffice(db, [id])]);
  return message && office ? { ...message, ...office } : null;
}
