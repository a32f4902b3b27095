import type { FastifyRequest } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { findOrCreateCustomer } from '#features/customers/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { isAdminBarUser } from '#platform/admin/admin-bar-users.ts';
import { addBlocks, findContentId } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { signInOwner } from '#tests/support/sign-in-owner.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { adminBarPath } from './contract.ts';

const { database } = useDatabase();
const editor = createStaffCookie('Ada', openBackOffice.name, 'content.write');
const clerk = createStaffCookie('Bea', openBackOffice.name, 'content.read');
const outsider = createStaffCookie('Eve', 'content.write');
let shopper: string;

let app: App;
let note: number;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
  const { id } = await findOrCreateCustomer(app.shop, app.shop.db, 'shopper@example.com');
  shopper = `test-customer=${id}`;
  const text = (id: string, html: string) => ({ id, type: 'text', values: { html } });
  note = await addBlocks(app.shop, 'note', [text('a', '<p>Noted.</p>'), text('b', '<p>Twice.</p>')], { kind: 'block' });
  await addBlocks(app.shop, 'kiln', [
    text('a', '<p>It is hot.</p>'),
    { id: 'n', type: 'reusable', values: { entry: note } },
    text('z', '<p>End.</p>'),
  ]);
});

const ask = (query: string, cookie = '') =>
  app.http.inject({ url: `${adminBarPath}?${query}`, headers: { cookie, accept: 'application/json' } });

/** Options in the script of a page. */
async function readOptions(cookie: string, shop = app): Promise<Record<string, unknown>> {
  const { body } = await shop.http.inject({ url: '/compat.js', headers: { cookie } });
  return JSON.parse(/"options":(\{.*?\})/.exec(body)?.[1] ?? '{}');
}

describe('the admin bar', () => {
  it('[2.1/20] [6/6] links pages and reusable blocks to the page builder and the platform editor', async () => {
    const reply = await ask('path=/pages/kiln', editor);
    const { html, marked, can_edit_pages: mayEdit } = reply.json();
    const page = await findContentId(app.shop, 'kiln');
    expect([mayEdit, reply.headers['cache-control']]).toEqual([true, 'private, no-store']);
    for (const id of [page, note]) {
      expect(html).toContain(`href="/admin/content/${id}/build"`);
      expect(html).toContain(`href="/admin/content/${id}"`);
    }
    expect(html).toContain(`data-edits="${note}"`);
    expect(marked).toContain(`<template data-entry="${note}"></template><div class="prose"><p>Noted.</p>`);
    expect(marked.match(/<template/g)).toHaveLength(1);
  });

  it('[2.1/20] links menu blocks that the page names', async () => {
    const { html, marked } = (await ask(`path=/shop&entries=${note}`, editor)).json();
    expect([html.includes(`data-edits="${note}"`), marked]).toEqual([true, '']);
  });

  it('[6/6] has no edit links for staff who may not edit pages', async () => {
    const { html, marked, can_edit_pages: mayEdit } = (await ask('path=/pages/kiln', clerk)).json();
    expect([mayEdit, marked, html.includes('/admin/content/')]).toEqual([false, '', false]);
    expect(html).toContain('Bea');
  });

  it('answers nobody else: no guest, no shopper, no staff without the back office', async () => {
    for (const [cookie, status] of [
      ['', 401],
      [shopper, 403],
      [outsider, 403],
    ] as const)
      expect((await ask('path=/', cookie)).statusCode, cookie).toBe(status);
  });

  it('refuses what is no address of a page', async () => {
    for (const query of ['', 'path=kiln', 'path=/&entries=0', 'path=/&entries=1,x', `path=/${'a'.repeat(1000)}`])
      expect((await ask(query, editor)).statusCode, query).toBe(400);
  });

  it('leaves cached pages alone: guests and staff get the same bytes, with nothing of the bar', async () => {
    for (const path of ['/', '/pages/kiln', '/shop']) {
      const [guest, staff] = await Promise.all(
        ['', editor].map((cookie) => app.http.inject({ url: path, headers: { cookie } })),
      );
      expect(staff?.rawPayload.equals(guest?.rawPayload ?? Buffer.alloc(0)), path).toBe(true);
      expect(guest?.body).not.toMatch(/admin-bar|staff-bar|edit-links|<template data-entry|\/admin/);
    }
  });
});

describe('the data of a page’s script', () => {
  it('[3.3/7] has can_edit_pages, true for staff who may edit pages alone', async () => {
    expect((await readOptions(editor)).can_edit_pages).toBe(true);
    for (const cookie of ['', shopper, clerk]) expect((await readOptions(cookie)).can_edit_pages).toBe(false);
  });

  it('[3.3/7] is right for a session of the shop, which is a shopper’s on the same page', async () => {
    const own = await testShop(database);
    expect((await readOptions(await signInOwner(database), own)).can_edit_pages).toBe(true);
  });
});

it('[6/8] users with the admin bar are staff who may open the back office', async () => {
  const asked: boolean[] = [];
  const shop = await testShop(database, {
    choices: withTestSession,
    prepare: ({ http, shop: own }) =>
      http.get('/test/who', async (request: FastifyRequest) => {
        asked.push(await isAdminBarUser(own, request));
        return {};
      }),
  });
  for (const cookie of [editor, clerk, outsider, shopper, ''])
    await shop.http.inject({ url: '/test/who', headers: { cookie } });
  expect(asked).toEqual([true, true, false, false, false]);
});
