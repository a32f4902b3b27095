import { changeRole } from '#features/accounts/staff/change-role.ts';
import { giveRole, type StaffChange } from '#features/accounts/staff/change-staff.ts';
import { findOrCreateCustomer } from '#features/customers/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, createSystemActor } from '#platform/sessions/actor.ts';

/** Changes people or roles in a transaction, for the shop itself or for somebody. */
export const changeStaff = <Result>(
  shop: Shop,
  work: (change: StaffChange) => Promise<Result>,
  actor: Actor = createSystemActor('shop'),
): Promise<Result> => inTransaction(shop.db, (tx) => work({ shop, tx, actor, action: 'test' }));

/** Gives the customer with an address a role. @returns why not, or null */
export const giveTestRole = (shop: Shop, email: string, role: string, actor?: Actor) =>
  changeStaff(
    shop,
    async (change) => giveRole(change, { ...(await findOrCreateCustomer(shop, change.tx, email)), email }, role),
    actor,
  );

interface RoleChange {
  /** By permission: a limit of money, null for none, false to take it. */
  readonly given?: Readonly<Record<string, number | null | false>>;
  readonly needsSecondFactor?: boolean;
}

/** Changes some permissions of a role. @returns why not, or null */
export const changeTestRole = (shop: Shop, name: string, { given = {}, ...values }: RoleChange, actor?: Actor) =>
  changeStaff(
    shop,
    (change) =>
      changeRole(change, name, (role) => {
        const permissions = new Map(role.given.map(({ permission, maxAmount }) => [permission, maxAmount] as const));
        for (const [permission, limit] of Object.entries(given))
          if (limit === false) permissions.delete(permission);
          else permissions.set(permission, limit);
        return { name, needsSecondFactor: role.needsSecondFactor, given: permissions, ...values };
      }),
    actor,
  );
