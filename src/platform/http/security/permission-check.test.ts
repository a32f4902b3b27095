import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { providePort } from '#platform/features/ports.ts';
import { defineAjaxAction } from '#platform/http/ajax.ts';
import { type SessionHook, sessionHooks } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { smallShop } from '#tests/support/small-shop.ts';

const { database } = useDatabase();

const ran: string[] = [];

const feature = {
  permissions: [definePermission('kilns.fire', 'Fire the kilns')],
  actions: [
    defineAjaxAction({
      name: () => 'fire',
      endpoint: 'ajaxEndpoint',
      method: 'POST',
      requires: 'kilns.fire',
      description: 'Fires the kiln.',
      schema: z.object({}),
      response: z.object({ firedBy: z.string() }),
      run: async ({ getActor }) => ({ firedBy: (await getActor()).name }),
    }),
  ],
  routes: (app) => {
    app.get('/kilns', { config: { requires: 'kilns.fire' } }, async () => ({ kilns: 2 }));
    app.post('/kilns', { config: { requires: 'kilns.fire' } }, async () => {
      ran.push('fired');
      return { fired: true };
    });
  },
} satisfies Omit<Feature, 'name' | 'needs'>;

/** Staff name themselves and their permissions in a header. */
const staffSession: SessionHook = {
  async identify(_shop, _db, { headers }) {
    const [name, ...permissions] = typeof headers.staff === 'string' ? headers.staff.split(' ') : [];
    return name === undefined
      ? null
      : { kind: 'staff', name, staffId: 1, permissions: new Map(permissions.map((each) => [each, null])) };
  },
  getSignInPath: (_shop, { url }) => `/sign-in?to=${encodeURIComponent(url)}`,
};

const open = () => smallShop(database, { feature, provides: providePort(sessionHooks, [staffSession]) });
const staff = (text: string) => ({ staff: text });
const page = { accept: 'text/html' };

describe('a route that requires a permission', () => {
  it('runs for staff who have it', async () => {
    const { http } = await open();
    expect((await http.inject({ url: '/kilns', headers: staff('Bea kilns.fire') })).json()).toEqual({ kilns: 2 });
    const call: InjectOptions = { url: '/ajax?action=fire', method: 'POST', headers: staff('Bea kilns.fire') };
    expect((await http.inject(call)).json()).toEqual({ firedBy: 'Bea' });
  });

  it('sends people who are not signed in to the page to sign in at, and programs a code', async () => {
    const { http } = await open();
    const redirect = await http.inject({ url: '/kilns', headers: page });
    expect([redirect.statusCode, redirect.headers.location]).toEqual([303, '/sign-in?to=%2Fkilns']);
    const call = await http.inject({ url: '/kilns', method: 'POST', headers: { accept: 'application/json' } });
    expect([call.statusCode, call.json().code]).toEqual([401, 'sign_in_required']);
    const action = await http.inject({ url: '/ajax?action=fire', method: 'POST' });
    expect([action.statusCode, action.json().code]).toEqual([401, 'sign_in_required']);
  });

  it('answers 401 when there is no page to sign in at', async () => {
    const { http } = await smallShop(database, { feature });
    const reply = await http.inject({ url: '/kilns', headers: page });
    expect([reply.statusCode, reply.body]).toEqual([401, '<!doctype html><h1>401</h1>']);
  });

  it('answers 403 to staff who lack it, and does nothing', async () => {
    const { http } = await open();
    ran.length = 0;
    const refused = await http.inject({
      url: '/kilns',
      method: 'POST',
      headers: { ...page, ...staff('Bea pots.throw') },
    });
    expect([refused.statusCode, refused.body]).toEqual([403, '<!doctype html><h1>403</h1>']);
    const call = await http.inject({ url: '/kilns', headers: { accept: 'application/json', ...staff('Bea') } });
    expect([call.statusCode, call.json().code]).toEqual([403, 'permission_missing']);
    expect(ran).toEqual([]);
  });
});

describe('a permission that nobody declares', () => {
  it('in a route stops the start', async () => {
    const routes: Feature['routes'] = (app) => {
      app.get('/pots', { config: { requires: 'pots.thrwo' } }, async () => ({}));
    };
    await expect(smallShop(database, { feature: { ...feature, routes } })).rejects.toThrow(
      "GET /pots requires 'pots.thrwo', which no listed feature declares",
    );
  });

  it('in an action stops the start', async () => {
    const { actions } = feature;
    await expect(smallShop(database, { feature: { actions } })).rejects.toThrow("an action requires 'kilns.fire'");
  });

  it('has a valid name', () => {
    expect(() => definePermission('Orders', 'Change orders')).toThrow("The permission 'Orders' is not valid");
  });
});
