import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { countQueries } from '#platform/database/database.ts';
import type { Feature } from '#platform/features/feature.ts';
import { providePort } from '#platform/features/ports.ts';
import { useDatabase } from '#tests/support/database.ts';
import { smallShop } from '#tests/support/small-shop.ts';
import { type Actor, createSystemActor, getActor, type Identity, type SessionHook, sessionHooks } from './actor.ts';
import { keepVisitorCookie, resolveVisitor } from './visit.ts';

const { database } = useDatabase();

const toJson = ({ permissions, ...actor }: Actor) => ({ ...actor, permissions: [...permissions.keys()] });

const feature = {
  routes: (app, shop) => {
    app.get('/silent', async () => ({ ok: true }));
    app.get('/who', async (request) => toJson(await getActor(shop, request)));
    app.get('/twice', async (request) => {
      const [first, second] = await Promise.all([getActor(shop, request), getActor(shop, request)]);
      return { same: first.customer?.id === second.customer?.id };
    });
    app.post('/hook', { config: { crossSite: true } }, async (request) => toJson(await getActor(shop, request)));
    app.post('/visit', async (request, reply) => {
      const before = await getActor(shop, request);
      keepVisitorCookie(shop, request, reply, resolveVisitor(shop, request));
      return { before: before.visitorId, after: (await getActor(shop, request)).visitorId };
    });
  },
} satisfies Omit<Feature, 'name' | 'needs'>;

const ada: Identity = { kind: 'shopper', customer: { id: 7, email: 'ada@example.com', isEmailVerified: true } };
const clerk: Identity = { kind: 'staff', name: 'Bea', staffId: 3, permissions: new Map([['orders.write', null]]) };

async function open() {
  const asked: string[] = [];
  const readSession = (request: FastifyRequest): Identity | null =>
    request.cookies.session === 'ada' ? ada : request.cookies.session === 'bea' ? clerk : null;
  const hooks: SessionHook[] = [
    { identify: async () => null },
    {
      identify: async (_shop, _db, request) => {
        asked.push(request.url);
        return readSession(request);
      },
    },
  ];
  const provides = providePort(sessionHooks, hooks);
  return { asked, ...(await smallShop(database, { feature, provides })) };
}

describe('the actor of a request', () => {
  it('is a guest without a session, and takes no query', async () => {
    const { http } = await open();
    const { value, queries } = await countQueries(async () => await http.inject('/who'));
    expect(queries).toBe(0);
    expect(value.json()).toEqual({
      kind: 'shopper',
      name: 'shopper',
      staffId: null,
      visitorId: null,
      customer: null,
      network: null,
      permissions: [],
    });
  });

  it('is asked for at most once, and only when needed', async () => {
    const { http, asked } = await open();
    const headers = { cookie: 'session=ada' };
    await http.inject({ url: '/silent', headers });
    expect(asked).toEqual([]);
    expect((await http.inject({ url: '/twice', headers })).json()).toEqual({ same: true });
    expect(asked).toEqual(['/twice']);
  });

  it('is a signed-in customer with the visitor of the cookie', async () => {
    const { http } = await open();
    const visit = await http.inject({ url: '/visit', method: 'POST' });
    const cookie = `session=ada; visitor=${visit.cookies[0]?.value}`;
    expect((await http.inject({ url: '/who', headers: { cookie } })).json()).toEqual({
      kind: 'shopper',
      name: 'shopper',
      staffId: null,
      visitorId: visit.json().after,
      customer: { id: 7, email: 'ada@example.com', isEmailVerified: true },
      network: null,
      permissions: [],
    });
  });

  it('of staff has a name and permissions, but no visitor', async () => {
    const { http } = await open();
    const visit = await http.inject({ url: '/visit', method: 'POST' });
    const cookie = `session=bea; visitor=${visit.cookies[0]?.value}`;
    const reply = await http.inject({ url: '/who', headers: { cookie } });
    expect(reply.json()).toMatchObject({
      kind: 'staff',
      name: 'Bea',
      staffId: 3,
      visitorId: null,
      customer: null,
      permissions: ['orders.write'],
    });
  });

  it('is the shop itself in jobs, without permissions to check', () => {
    const { permissions, ...actor } = createSystemActor('job');
    expect(actor).toEqual({ kind: 'system', name: 'job', staffId: null, visitorId: null, customer: null });
    expect(permissions.size).toBe(0);
  });

  it('follows a visitor that is created during the request', async () => {
    const { http } = await open();
    const { before, after } = (await http.inject({ url: '/visit', method: 'POST' })).json();
    expect([before, after]).toEqual([null, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it('of a cross-site route is a guest without visitor, whatever its cookies say', async () => {
    const { http, asked } = await open();
    const visit = await http.inject({ url: '/visit', method: 'POST' });
    const cookie = `session=ada; visitor=${visit.cookies[0]?.value}`;
    asked.length = 0;
    const reply = await http.inject({ url: '/hook', method: 'POST', headers: { cookie } });
    expect([reply.json().visitorId, reply.json().customer, asked]).toEqual([null, null, []]);
  });
});
