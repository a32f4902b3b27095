import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { countQueries } from '#platform/database/database.ts';
import type { Feature } from '#platform/features/feature.ts';
import { defineAjaxAction } from '#platform/http/ajax.ts';
import { useDatabase } from '#tests/support/database.ts';
import { smallShop } from '#tests/support/small-shop.ts';

const { database, pool } = useDatabase();

const feature = {
  actions: [
    defineAjaxAction({
      name: () => 'shout',
      endpoint: 'ajaxEndpoint',
      method: 'POST',
      nonce: 'shout',
      description: 'Shouts.',
      schema: z.object({}),
      response: z.object({ shouted: z.boolean() }),
      run: async () => ({ shouted: true }),
    }),
  ],
} satisfies Omit<Feature, 'name' | 'needs'>;

const askNonce = { url: '/api/platform/v1/nonces', method: 'POST', payload: { actions: ['shout'] } } as const;

describe('the call for nonces', () => {
  it('creates a visitor by the signed cookie alone: no row, no query', async () => {
    const { http } = await smallShop(database, { feature });
    const { value: reply, queries, texts } = await countQueries(async () => await http.inject(askNonce));
    expect(queries, texts.join('\n')).toBe(0);
    const [cookie] = reply.cookies;
    expect(cookie?.name).toBe('visitor');
    expect((await pool.query('select from platform.visitors')).rowCount).toBe(0);
    const call = await http.inject({
      url: '/ajax?action=shout',
      method: 'POST',
      headers: { cookie: `visitor=${cookie?.value}`, 'x-vitrine-nonce': reply.json().nonces.shout },
    });
    expect(call.json()).toEqual({ shouted: true });
  });

  it('keeps the cookie of an existing visitor', async () => {
    const { http } = await smallShop(database, { feature });
    const first = await http.inject(askNonce);
    const cookie = `visitor=${first.cookies[0]?.value}`;
    const second = await http.inject({ ...askNonce, headers: { cookie } });
    expect([second.cookies, second.json()]).toEqual([[], first.json()]);
  });
});
