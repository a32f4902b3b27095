import { eraseAuditOfEmail } from '#platform/admin/audit/erase-audit.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';
import { listSessions } from './session-rows.ts';

const erasePasswords = sqlQuery('accounts.erase-password', 'delete from account_passwords where customer_id = $1');
const eraseSessions = sqlQuery(
  'accounts.erase-sessions',
  `with pending as (delete from pending_sign_ins where customer_id = $1)
  delete from account_sessions where customer_id = $1`,
);
/** Links mailed to an address that has an account belong to that account, not to a guest. */
const isOfAccount = 'exists (select from customers c where lower(c.email) = lower($2))';
const eraseLinks = sqlQuery(
  'accounts.erase-links',
  `delete from account_links where customer_id = $1 or lower(email) = lower($2) and ($1::bigint is not null or not ${isOfAccount})`,
);

const eraseInvitations = sqlQuery(
  'accounts.erase-invitations',
  'delete from staff_invitations where lower(email) = lower($1)',
);

/** Sessions, and all other rows that sign the customer in. */
export const sessionData: PersonalDataSource = {
  name: 'sessions',
  read: async ({ clock }, db, { id }) =>
    (id === null ? [] : await listSessions(db, id, clock.now())).map(({ createdAt, seenAt, userAgent }) => ({
      createdAt,
      seenAt,
      userAgent,
    })),
  erase: async (_shop, tx, { id, email }) => {
    await eraseLinks(tx, [id, email]);
    if (id !== null) await eraseSignIn(tx, id, email);
  },
  // Links mailed to the account's address must no longer sign anybody in.
  merge: async (_shop, tx, { from: { id, email } }) => {
    await eraseLinks(tx, [id, email]);
    await eraseSignIn(tx, id, email);
  },
};

async function eraseSignIn(tx: Tx, id: number, email: string): Promise<void> {
  await erasePasswords(tx, [id]);
  await eraseSessions(tx, [id]);
  await eraseInvitations(tx, [email]);
  await eraseAuditOfEmail(tx, 'staff-invitation', email);
}
