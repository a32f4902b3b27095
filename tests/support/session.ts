import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findCustomer, findOrCreateCustomer } from '#features/customers/index.ts';
import { isAdminPath } from '#platform/admin/contract.ts';
import type { Feature } from '#platform/features/feature.ts';
import { providePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Identity, type SessionHook, type StaffIdentity, sessionHooks } from '#platform/sessions/actor.ts';
import { signIn } from '#platform/sessions/sign-in.ts';

const customerCookie = 'test-customer';

const staffCookie = 'test-staff';

/** The cookie of staff with these permissions, as `withTestSession` reads it in the back office. */
export const createStaffCookie = (name: string, ...permissions: readonly string[]): string =>
  `${staffCookie}=${[name, ...permissions].map(encodeURIComponent).join('|')}`;

/** A role's name has letters only. */
const toRoleName = (permissions: readonly string[]) =>
  `test-${createHash('sha256')
    .update(permissions.join())
    .digest('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`.slice(0, 50);

/**
 * Histories refer to the row. Its role allows the same, for work that goes on without a request and
 * asks again what its person may do.
 */
async function findOrCreateStaff(shop: Shop, name: string, permissions: readonly string[]): Promise<number> {
  const { id } = await findOrCreateCustomer(shop, shop.db, `${encodeURIComponent(name).toLowerCase()}@staff.example`);
  const role = toRoleName(permissions);
  await shop.db.execute(sql`
    with role as (insert into staff_roles (name) values (${role}) on conflict do nothing returning name)
    insert into staff_role_permissions (role, permission)
    select name, permission from role, unnest(${sql.param([...new Set(permissions)])}::text[]) permission`);
  const { rows } = await shop.db.execute<{ id: number }>(
    sql`insert into staff_members (customer_id, role) values (${id}, ${role})
    on conflict (customer_id) do update set role = excluded.role, left_at = null returning id`,
  );
  return rows[0]?.id ?? 0;
}

/** A session that anybody can claim: a cookie with a customer's id, or of staff. */
const testSession: SessionHook = {
  async identify(shop, db, request): Promise<Identity | null> {
    const isForStaff =
      isAdminPath(request.url.split('?', 1)[0] ?? '') || request.routeOptions.config.requires !== undefined;
    const staff = isForStaff ? await identifyTestStaff(shop, request) : null;
    if (staff) return staff;
    const id = Number(request.cookies[customerCookie] ?? 0);
    const customer = id > 0 ? await findCustomer(db, id) : null;
    return customer && { kind: 'shopper', customer };
  },
  identifyStaff: (shop, _db, request) => identifyTestStaff(shop, request),
};

async function identifyTestStaff(shop: Shop, request: FastifyRequest): Promise<StaffIdentity | null> {
  const staff = request.cookies[staffCookie];
  if (staff === undefined) return null;
  const [name = '', ...permissions] = staff.split('|').map(decodeURIComponent);
  const staffId = await findOrCreateStaff(shop, name, permissions);
  return { kind: 'staff', name, staffId, permissions: new Map(permissions.map((each) => [each, null])) };
}

const signInBody = z.object({ email: z.string() });

function registerTestSignIn(app: FastifyInstance, shop: Shop): void {
  app.post('/test/sign-in', async (request, reply) => {
    const { email } = signInBody.parse(request.body);
    const customer = await findOrCreateCustomer(shop, shop.db, email);
    await signIn(shop, request, reply, customer, async () => {});
    reply.setCookie(customerCookie, String(customer.id), { path: '/' });
    return { customer: customer.id };
  });
}

const testAccounts: Feature = { name: 'test-accounts', needs: ['customers'], routes: registerTestSignIn };

/** Choices of a shop with the test session: `POST /test/sign-in` with an email address. */
export const withTestSession = {
  features: [testAccounts],
  provides: providePort(sessionHooks, [testSession]),
};
