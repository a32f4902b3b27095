import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { searchSettings } from '../settings.ts';
import { synonymCommands } from './synonym-commands.ts';

const database = useDatabase();
let shop: Shop;
let file: string;

beforeAll(async () => {
  ({ shop } = await testShop(database, { choices: { settings: {} } }));
  file = join(makeTemporaryFolder(), 'synonyms.csv');
  await database.pool.query(
    `with glaze as (insert into attributes (slug, name) values ('glaze', 'Glaze') returning id)
    insert into attribute_terms (attribute_id, slug, name) select id, unnest(array['ink', 'tide']), unnest(array['Ink', 'Tide']) from glaze`,
  );
});

const run = (name: string, args: string[] = [], options = {}) =>
  runCommand(shop, synonymCommands, `search synonyms ${name}`, args, options);
const read = () => shop.settings(searchSettings).synonyms;

describe('the commands of synonyms (D5)', () => {
  it('add, list and remove them, with a history', async () => {
    expect((await run('list')).text).toContain('No synonyms.');
    expect(await run('add', ['mug, cup'])).toMatchObject({ code: 0, text: 'The shop has 1 synonym now.' });
    expect((await run('add', ['Cup,MÜG'])).text).toBe('The shop has 1 synonym now.');
    await run('add', ['blue, navy'], { terms: 'glaze:ink, glaze:tide' });
    await run('add', ['pottery'], { finds: 'stoneware' });
    expect((await run('list')).text.split('\n').slice(-2)).toEqual([
      'blue, navy  glaze:ink, glaze:tide',
      'pottery stoneware ',
    ]);
    expect((await run('remove', ['navy'])).text).toBe('The shop has 2 synonyms now.');
    expect(await run('remove', ['mug, pottery'])).toMatchObject({ code: 1, data: { code: 'SYNONYM_NOT_FOUND' } });
    const { rows } = await database.pool.query(`select count(*)::integer as changes from platform.setting_changes`);
    expect(rows[0].changes).toBe(4);
  });

  it.each([
    [['mug'], {}, 'Expected two words'],
    [['!!, mug'], {}, 'Expected a word'],
    [['one two three four five, mug'], {}, 'at most 4 words'],
    [['blue'], { terms: 'ink' }, 'such as glaze:ink'],
    [['blue'], { terms: 'glaze:pink' }, 'the shop has no glaze:pink'],
    [[''], { finds: 'mug' }, 'expected'],
  ])('refuse to add %j %j', async (args, options, warning) => {
    const before = read();
    const { code, warnings } = await run('add', args, options);
    expect(code).toBe(2);
    expect(warnings.toLowerCase()).toContain(warning.toLowerCase());
    expect(read()).toEqual(before);
  });

  it('export what they import again', async () => {
    await run('add', ['"off" white; ivory, =cream'], { terms: 'glaze:ink' });
    const before = read();
    expect((await run('export', [file])).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/^words,finds,terms\r\n/);
    expect((await run('import', [file])).code).toBe(0);
    expect(read()).toEqual(before);
    expect((await run('import', [file], { replace: true })).code).toBe(0);
    expect(read()).toEqual(before);
  });

  it('import files with semicolons, and replace the others when told to', async () => {
    writeFileSync(file, 'words;terms\r\n"red, brick red";glaze:rust\r\n');
    const { code, warnings } = await run('import', [file], { replace: true });
    expect(code).toBe(0);
    expect(warnings).toContain('no attribute term of these names: glaze:rust');
    expect(read()).toEqual([{ words: ['red', 'brick red'], finds: [], terms: ['glaze:rust'] }]);
  });

  it.each([
    ['words,finds\nmug\n', 'line 2: Expected two words'],
    ['words,finds\n"mug, cup"\n"a"b,c\n', 'line 3'],
    ['word,finds\nmug,cup\n', 'the file has no column words'],
    ['words\n', 'Nothing was changed'],
  ])('change nothing for the file %j', async (content, warning) => {
    const before = read();
    writeFileSync(file, content);
    const { code, warnings } = await run('import', [file], { replace: true });
    expect([code, read()]).toEqual([1, before]);
    expect(warnings).toContain(warning);
  });
});
