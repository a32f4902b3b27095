import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { countQueries } from '#platform/database/database.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { defineAddedColumn, extendList, type ListAdditions } from './extend-list.ts';
import { contains, isInRange } from './filter.ts';
import { defineAdminList } from './list.ts';
import { listStatementsOf } from './statements/list-statements.ts';

const { database, pool } = useDatabase();

const texts = defineTexts('kilns', {
  title: 'Kilns',
  count: '{count, plural, one {# kiln} other {# kilns}}',
  empty: 'Kilns fire pots.',
  name: 'Name',
  price: 'Price',
  pots: 'Pots',
  cost: 'Costs',
  add: 'Add a kiln',
  fire: 'Fire',
  broken: 'Broken',
});

const kilnList = defineAdminList<{ readonly id: number; readonly name: string; readonly price: number }>({
  name: 'kilns.kilns',
  path: adminPath('kilns'),
  requires: 'kilns.read',
  texts,
  source: {
    from: sql`kilns k`,
    id: sql`k.id`,
    select: sql`k.id, k.name, k.price`,
    where: ({ name }) => sql`k.owner = ${name}`,
    sorts: {
      name: { title: texts.name, by: sql`k.name`, type: 'text', direction: 'asc' },
      price: { title: texts.price, by: sql`k.price`, type: 'bigint', direction: 'desc' },
    },
  },
  columns: {
    name: { title: texts.name, cell: ({ name }) => name, sort: 'name', onPhone: 'title' },
    price: {
      ...{ title: texts.price, requires: 'kilns.prices', sort: 'price' },
      cell: ({ price }, { money }) => money({ amount: price, currency: 'EUR' }),
      align: 'end',
    },
  },
  filters: {
    price: { kind: 'money', title: texts.price, isPromoted: true, where: isInRange(sql`k.price`) },
    name: { kind: 'text', title: texts.name, where: (text) => contains(sql`k.name`, text) },
  },
  create: { text: texts.add, path: adminPath('kilns/new'), requires: 'kilns.write' },
});

const kilns: Feature = {
  name: 'kilns',
  needs: [],
  permissions: ['read', 'write', 'prices', 'costs'].map((name) => definePermission(`kilns.${name}`, `Kilns: ${name}`)),
  texts: [texts],
  admin: { lists: [kilnList] },
};

const potColumn = defineAddedColumn<number>({
  title: texts.pots,
  load: async (_shop, _db, ids) => {
    const { rows } = await pool.query(
      'select kiln_id, count(*)::int as pots from pots where kiln_id = any($1) group by 1',
      [ids],
    );
    return new Map(rows.map(({ kiln_id, pots }) => [kiln_id, pots]));
  },
  cell: (pots = 0) => `${pots} pots`,
});

const brokenColumn = defineAddedColumn<number>({
  ...{ title: texts.broken, cell: (value) => value ?? 'unknown' },
  load: async () => {
    throw new Error('broken on purpose');
  },
});

const costColumn = defineAddedColumn<number>({
  ...{ title: texts.cost, requires: 'kilns.costs', cell: (value) => `costs ${value}` },
  load: async (_shop, _db, ids) => new Map(ids.map((id) => [id, id * 7])),
});

/** For who may see costs. */
const locked: ListAdditions = {
  columns: { cost: costColumn },
  filters: {
    costly: {
      kind: 'flag',
      title: texts.cost,
      requires: 'kilns.costs',
      isPromoted: true,
      where: (isSet) => (isSet ? sql`exists (select where k.id > 2)` : sql`not exists (select where k.id > 2)`),
    },
  },
};

const additions: ListAdditions = {
  columns: { pots: potColumn, broken: brokenColumn },
  filters: {
    pots: {
      kind: 'flag',
      title: texts.pots,
      where: (isSet) =>
        isSet
          ? sql`exists (select from pots p where p.kiln_id = k.id)`
          : sql`not exists (select from pots p where p.kiln_id = k.id)`,
    },
  },
  actions: [
    defineBulkAction({
      ...{ name: 'pots.fire', text: texts.fire, subject: 'kiln', requires: 'kilns.write' },
      run: async (_shop, _tx, id) => ({ ok: true, change: { label: String(id), before: null, after: null } }),
    }),
  ],
};

const start = (added: Partial<typeof withTestSession> & object = {}) =>
  testShop(database, {
    choices: { ...withTestSession, features: [...withTestSession.features, kilns], ...added },
    env: { LOG_LEVEL: 'silent' },
  });

const staff = createStaffCookie('Ada', 'admin.open', 'kilns.read', 'kilns.write', 'kilns.prices');
const accountant = createStaffCookie(
  'Ada',
  'admin.open',
  'kilns.read',
  'kilns.write',
  'kilns.costs',
  'admin.share-views',
);

let app: App;
const ask = async (query: string, cookie = staff) => {
  const { body } = await app.http.inject({ url: `/admin/kilns${query}`, headers: { accept: 'text/html', cookie } });
  return body.replaceAll('<!-- -->', '');
};

beforeAll(async () => {
  await pool.query(`create table kilns (id int primary key, name text not null, price bigint not null, owner text not null);
    create table pots (kiln_id int not null);
    insert into kilns select n, 'Kiln ' || n, n * 100, case when n <= 3 then 'Ada' else 'Bea' end from generate_series(1, 5) n;
    insert into pots values (1), (1), (2)`);
  app = await start({ extends: [...extendList(kilnList, additions), ...extendList(kilnList, locked)] } as object);
});

describe('what features add to a list of another one', () => {
  it('has columns that are loaded by one call for the rows of the page', async () => {
    const { value, texts: statements } = await countQueries(() => ask(''));
    expect(value).toContain('3 kilns');
    expect([...value.matchAll(/(\d) pots/g)].map(([, pots]) => pots)).toEqual(['2', '1', '0']);
    expect(statements.filter((text) => text.includes('from pots'))).toHaveLength(1);
  });

  it('shows the list when a column fails', async () => {
    expect((await ask('?columns=name,broken')).match(/>unknown</g)).toHaveLength(3);
  });

  it('has filters, which the tests plan, and actions', async () => {
    expect(await ask('?pots=yes')).toContain('2 kilns');
    expect(await ask('?pots=no&price.from=2')).toContain('1 kiln');
    expect(await ask('')).toContain('/-/actions/pots.fire"');
    const list = app.shop.adminLists.get('kilns.kilns');
    const names = list ? listStatementsOf(app.shop, list).map(({ name }) => name) : [];
    expect(names).toEqual(
      expect.arrayContaining([
        'kilns.kilns: all',
        'kilns.kilns: pots=yes',
        'kilns.kilns: pots=no',
        'kilns.kilns: price=10.00,20.00 pots=yes',
        'kilns.kilns: name=sample pots=yes',
        'kilns.kilns: sort -price before',
      ]),
    );
  });

  it('stays within what somebody may see, in files and actions too', async () => {
    const bea = createStaffCookie('Bea', 'admin.open', 'kilns.read', 'kilns.write');
    expect(await ask('', bea)).toContain('2 kilns');
    expect((await ask('/-/rows.csv?columns=name,pots', bea)).trim().split('\r\n')).toEqual([
      'Name,Pots',
      'Kiln 4,0 pots',
      'Kiln 5,0 pots',
    ]);
    expect(await ask('/-/actions/pots.fire?id=1&id=4', bea)).toContain('1 kiln of the 1 kiln');
    expect(await ask('', createStaffCookie('Cleo', 'admin.open'))).toContain('You don’t have access to this page');
  });
});

describe('columns and filters with a permission of their own', () => {
  it('are there for who has it, and for nobody else: on the page, in files and in actions', async () => {
    expect(await ask('?columns=name,cost', accountant)).toContain('costs 7');
    expect(await ask('?costly=yes', accountant)).toContain('1 kiln');
    expect(await ask('/-/rows.csv?columns=name,cost&costly=yes', accountant)).toContain('Kiln 3,costs 21');
    expect(await ask('/-/actions/pots.fire?all=1&from=costly%3Dyes', accountant)).toContain('1 kiln of the 1 kiln');
    const page = await ask('');
    expect(page).not.toContain('Costs');
    expect(page).toContain('value="-price"');
    const told = await ask('?columns=name,cost&costly=yes');
    expect(told).toContain('This column does not exist.');
    expect(told).toContain('The filter “costly” does not exist.');
    expect(told).toContain('3 kilns');
    expect(told).not.toContain('costs 7');
    expect(await ask('/-/rows.csv?costly=yes')).toContain('We could not process your request');
    expect(await ask('/-/actions/pots.fire?all=1&from=costly%3Dyes')).toContain('The action needs exact filters');
  });

  it('have no sort for who doesn’t see them', async () => {
    const page = await ask('?sort=price', accountant);
    expect(page).toContain('This sort order does not exist.');
    expect(page).not.toContain('value="price"');
    expect(page).not.toContain('€');
  });

  it('are left out of a view that somebody shares, and a filter of it is told', async () => {
    const save = async (name: string, from: string) => {
      const payload = new URLSearchParams({ from, name, share: 'all' }).toString();
      const type = 'application/x-www-form-urlencoded';
      const { headers } = await app.http.inject({
        ...{ method: 'POST', url: '/admin/kilns/-/view', payload },
        headers: { cookie: accountant, 'content-type': type, 'sec-fetch-site': 'same-origin' },
      });
      return String(headers.location).split('?')[1] ?? '';
    };
    const columns = await ask(`?${await save('With costs', 'columns=name,cost')}`);
    expect(columns).not.toContain('costs 7');
    expect(columns).not.toContain('was left out');
    expect(await ask(`?${await save('Costly', 'costly=yes')}`)).toContain('The filter “costly” does not exist.');
  });
});

describe('the shop does not start with', () => {
  const wrong: readonly (readonly [string, object, string])[] = [
    [
      'an unknown list',
      extendList({ name: 'kilns.ovens' }, {}),
      "the list 'kilns.ovens' is extended, but no listed feature owns it",
    ],
    [
      'a column that is there',
      extendList(kilnList, { columns: { name: potColumn } }),
      "has columns named 'name' twice",
    ],
    [
      'a second button that creates a row',
      extendList(kilnList, { create: { text: texts.add, path: adminPath('kilns/other'), requires: 'kilns.write' } }),
      "the list 'kilns.kilns' has two buttons that create a row",
    ],
    [
      'the same filter twice',
      [
        ...extendList(kilnList, { filters: additions.filters ?? {} }),
        ...extendList(kilnList, { filters: additions.filters ?? {} }),
      ],
      "has filters named 'pots' twice",
    ],
    [
      'a filter by a join',
      extendList(kilnList, {
        filters: { pots: { kind: 'flag', title: texts.pots, where: () => sql`p.id is not null` } },
      }),
      "the filter 'pots' of the list 'kilns.kilns' has no condition of the form exists (…)",
    ],
    [
      'a column with an unknown permission',
      extendList(kilnList, { columns: { cost: { ...costColumn, requires: 'kilns.cost' } } }),
      "'cost' of the list 'kilns.kilns' requires 'kilns.cost', but no listed feature declares this permission",
    ],
    [
      'a filter with an unknown permission',
      extendList(kilnList, { filters: { cost: { ...locked.filters?.costly, requires: 'kilns.cost' } as never } }),
      "'cost' of the list 'kilns.kilns' requires 'kilns.cost'",
    ],
    [
      'an added sort',
      [{ kind: 'list', target: 'kilns.kilns', sorts: {} }],
      "the list 'kilns.kilns' can't be sorted by another table",
    ],
    [
      'an action with an unknown permission',
      extendList(kilnList, { actions: [{ ...additions.actions?.[0], requires: 'kilns.burn' } as never] }),
      "the bulk action 'pots.fire' requires 'kilns.burn'",
    ],
  ];
  it.each(wrong)('%s', async (_what, extensions, message) => {
    await expect(start({ extends: extensions } as object)).rejects.toThrow(message);
  });

  it('two lists of one name, or a list with an unknown permission', async () => {
    const features = [...withTestSession.features, kilns, { ...kilns, name: 'ovens', permissions: [], texts: [] }];
    await expect(start({ features })).rejects.toThrow("list 'kilns.kilns' has two owners");
    const locked = { ...kilns, permissions: [] };
    await expect(start({ features: [locked] })).rejects.toThrow("list 'kilns.kilns' requires 'kilns.read'");
  });
});

it('a list is refused with names that an address can’t have', () => {
  const define = (change: object) => () => defineAdminList({ ...kilnList, ...change });
  expect(define({ name: 'kilns' })).toThrow('expected a name of two words');
  expect(define({ filters: { sort: kilnList.filters.name } })).toThrow("a filter can't be called 'sort'");
  expect(define({ columns: { 'a b': kilnList.columns.name } })).toThrow("'a b' is not a name");
  expect(define({ columns: { name: { ...kilnList.columns.name, sort: 'age' } } })).toThrow(
    "the sort 'age', which is unknown",
  );
});
