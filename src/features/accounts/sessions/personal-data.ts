import { eraseAuditOfEmail } from '#platform/admin/audit/erase-audit.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';
import { listSessions } from './session-rows.ts';

const erasePasswords = sqlQuery('accounts.erase-password', 'delete from account_passwords where customer_id = $1');
const eraseSessions = sqlQuery(
  'accounts.erase-sessions',
  `with pending as (delete from pending_sign_ins where customer_id = $1)
  delete from account_sessions where customer_id = $1`,
);
const eraseLinks = sqlQuery(
  'accounts.erase-links',
  'delete from account_links where customer_id = $1 or lower(email) = lower($2)',
);

const eraseInvitations = sqlQuery(
  'accounts.erase-invitations',
  'delete from staff_invitations where lower(email) = lower($1)',
);

/** Sessions, and with them all that signs the customer in. */
export const sessionData: PersonalDataSource = {
  name: 'sessions',
  read: async ({ clock }, db, { id }) =>
    (await listSessions(db, id, clock.now())).map(({ createdAt, seenAt, userAgent }) => ({
      createdAt,
      seenAt,
      userAgent,
    })),
  erase: async (_shop, tx, { id, email }) => {
    await erasePasswords(tx, [id]);
    await eraseSessions(tx, [id]);
    await eraseLinks(tx, [id, email]);
    await eraseInvitations(tx, [email]);
    await eraseAuditOfEmail(tx, 'staff-invitation', email);
  },
};
