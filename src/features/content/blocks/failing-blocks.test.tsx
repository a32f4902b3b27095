import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { providePort } from '#platform/features/ports.ts';
import { line } from '#platform/forms/kinds.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { addBlocks, publishMenu } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { defineBlock } from './block.ts';
import { contentBlocks } from './block-types.ts';

const { database } = useDatabase();
const editor = createStaffCookie('Ada', openBackOffice.name, 'content.write');
const texts = defineTexts('failing', {
  ...{ load: 'Weather', render: 'Tide table', component: 'Boat list', works: 'Clock', some: 'Ferry' },
});
let isBroken = true;
const fail = () => {
  if (isBroken) throw new Error('the service of the extension is gone');
};
const Boats = () => {
  fail();
  return <p>Boats</p>;
};
const common = { fields: () => ({}), initial: {} } as const;
const blocks = [
  defineBlock({
    ...{ ...common, name: 'weather', text: texts.load },
    load: async (_call, list) => {
      fail();
      return { data: list.map(() => 'Rain'), tags: [] };
    },
    render: ({ data }) => <p>{data}</p>,
  }),
  defineBlock({
    ...{ ...common, name: 'tides', text: texts.render },
    render: () => {
      fail();
      return <p>Tides</p>;
    },
  }),
  defineBlock({ ...common, name: 'boats', text: texts.component, render: () => <Boats /> }),
  defineBlock({ ...common, name: 'clock', text: texts.works, render: () => <p>Noon</p> }),
  defineBlock({
    ...{ name: 'ferry', text: texts.some, initial: { to: '' } },
    fields: ({ t }) => ({ to: line({ label: t(texts.some), max: 100 }) }),
    render({ values: { to } }) {
      if (to === 'nowhere') fail();
      return <p>{`Ferry to ${to}`}</p>;
    },
  }),
];
const all = ['weather', 'tides', 'boats', 'clock'].map((type) => ({ id: type, type, values: {} }));

let app: App;
let now = new Date('2026-03-01T10:00:00Z');
beforeAll(async () => {
  app = await testShop(database, {
    choices: {
      ...withTestSession,
      features: [...withTestSession.features, { name: 'failing', needs: [], texts: [texts] }],
      provides: [...withTestSession.provides, ...providePort(contentBlocks, blocks)],
    },
    ...{ env: { LOG_LEVEL: 'silent' }, clock: { now: () => now } },
  });
});

const visit = (url: string) => app.http.inject({ url, headers: { accept: 'text/html' } });
async function askBar(path: string): Promise<string> {
  const headers = { cookie: editor, accept: 'application/json' };
  const reply = await app.http.inject({ url: `/admin/bar?path=${path}`, headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().html;
}

describe('blocks of an extension that fail', () => {
  it('are left out of a page, which shows the others and is made again a minute later', async () => {
    const columns = {
      ...{ id: 'c', type: 'columns', values: { count: '2' } },
      children: [
        {
          id: 'g',
          type: 'group',
          values: { title: '' },
          children: all.map((each) => ({ ...each, id: `n${each.id}` })),
        },
      ],
    };
    await addBlocks(app.shop, 'quay', [...all, columns]);
    const { statusCode, body } = await visit('/pages/quay');
    expect(statusCode).toBe(200);
    expect(body.match(/<p>Noon</g)).toHaveLength(2);
    expect(body).not.toMatch(/Rain|Tides|Boats|the service of/);
    isBroken = false;
    now = new Date(now.getTime() + 61_000);
    expect((await visit('/pages/quay')).body).toMatch(/Rain.*Tides.*Boats.*Noon/s);
  });

  it('are left out one by one: others of the same type are shown', async () => {
    isBroken = true;
    const ferries = ['Aran', 'nowhere', 'Clare'].map((to, index) => ({
      id: `f${index}`,
      type: 'ferry',
      values: { to },
    }));
    await addBlocks(app.shop, 'ferries', ferries);
    const { body } = await visit('/pages/ferries');
    expect(body.match(/Ferry to \w+/g)).toEqual(['Ferry to Aran', 'Ferry to Clare']);
  });

  it('[2.1/20] are left out of the header, the footer and the menu of small screens, and staff see which', async () => {
    isBroken = true;
    const group = { id: 'g', type: 'menu-group', values: { text: 'Harbour' }, children: all };
    await publishMenu(app.shop, 'main', [group]);
    await publishMenu(app.shop, 'footer', [group]);
    for (const path of ['/', '/shop', '/cart', '/pages/quay', '/none']) {
      const { statusCode, body } = await visit(path);
      expect(statusCode, path).toBe(path === '/none' ? 404 : 200);
      expect(body.match(/<p>Noon</g)?.length, path).toBeGreaterThanOrEqual(3);
      expect(body, path).not.toMatch(/Tides|Boats|the service of/);
    }
    expect(await askBar('/shop')).toMatch(/Not shown to shoppers[^<]*: Weather, Tide table, Boat list</);
    expect((await visit('/shop')).body).not.toContain('Not shown to shoppers');
    isBroken = false;
    now = new Date(now.getTime() + 61_000);
    const { body } = await visit('/shop');
    expect(body).toMatch(/Rain.*Tides.*Boats.*Noon/s);
    expect(await askBar('/shop')).not.toContain('Not shown to shoppers');
  });
});
