import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
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

/** Histories refer to the row. */
async function findOrCreateStaff(shop: Shop, name: string): Promise<number> {
  const { id } = await findOrCreateCustomer(shop, shop.db, `${encodeURIComponent(name).toLowerCase()}@staff.example`);
  const { rows } = await shop.db.execute<{ id: number }>(
    sql`insert into staff_members (customer_id, role) values (${id}, 'clerk')
    on conflict (customer_id) do update set left_at = null returning id`,
  );
  return rows[0]?.id ?? 0;
}

/** Whom the cookies named last, by row: work without a request asks again what they may do. */
const knownStaff = new Map<number, StaffIdentity>();

/** A session that anybody can claim: a cookie with a customer's id, or of staff. */
const testSession: SessionHook = {
  findStaffById: async (_shop, staffId) => knownStaff.get(staffId) ?? null,
  async identify(shop, db, request): Promise<Identity | null> {
    const staff = request.cookies[staffCookie];
    if (staff !== undefined && isAdminPath(request.url.split('?', 1)[0] ?? '')) {
      const [name = '', ...permissions] = staff.split('|').map(decodeURIComponent);
      const staffId = await findOrCreateStaff(shop, name);
      const granted = new Map(permissions.map((each) => [each, null]));
      const identity: StaffIdentity = { kind: 'staff', name, staffId, permissions: granted };
      knownStaff.set(staffId, identity);
      return identity;
    }
    const id = Number(request.cookies[customerCookie] ?? 0);
    const customer = id > 0 ? await findCustomer(db, id) : null;
    return customer && { kind: 'shopper', customer };
  },
};

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

/** Choices of a shop with the test session: `POST /test/sign-in` with an e-mail address. */
export const withTestSession = {
  features: [testAccounts],
  provides: providePort(sessionHooks, [testSession]),
};
