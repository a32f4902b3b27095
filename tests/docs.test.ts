import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assemble } from '#app/app.ts';
import { bareCommands } from '#app/cli.ts';
import { environment } from '#platform/config/config.ts';
import { platformSettings } from '#platform/features/platform-settings.ts';
import { visitorSignedIn } from '#platform/sessions/events.ts';
import { shopConfig } from '#shop.config';
import { keysOfInterface, keysOfSchema, type SchemaKey } from './docs/declared.ts';
import { codeIn, namesOf, type Row, readDoc, root, sectionOf } from './docs/markdown.ts';

const { features, fills, handles } = assemble(shopConfig);

/** Owner's name to the names of the functions that fill or handle it. */
function wiredBy(wired: readonly (readonly [string, { readonly name: string }])[]): Map<string, string[]> {
  const groups = Map.groupBy(wired, ([owner]) => owner);
  return new Map([...groups].map(([owner, pairs]) => [owner, pairs.map(([, { name }]) => name)]));
}

describe('docs/extension-points.md', () => {
  const slots = features.flatMap((feature) => feature.slots ?? []);
  const events = [visitorSignedIn, ...features.flatMap((feature) => feature.events ?? [])];

  it.each([
    ['slot', 'Slots', slots, wiredBy(fills.map(({ slot, filler }) => [slot, filler]))],
    ['event', 'Events', events, wiredBy(handles.map(({ event, handler }) => [event, handler]))],
  ])('has every %s of the shop and no other, and who fills or handles it', (_what, title, owned, wired) => {
    const section = sectionOf('extension-points.md', title);
    expect(namesOf([section])).toEqual(owned.map(({ name }) => name).sort());
    for (const { names, cells } of section.rows) {
      const functions = wired.get(names[0] ?? '');
      expect(codeIn(cells.at(-1) ?? ''), names[0]).toEqual(functions ?? []);
      if (!functions) expect(cells.at(-1), names[0]).toBe('nobody yet');
    }
  });

  it.each([
    ['Feature', 'src/platform/features/feature.ts'],
    ['Page', 'src/platform/pages/page.ts'],
    ['PageView', 'src/platform/pages/page.ts'],
    ['RawView', 'src/platform/pages/page.ts'],
    ['AjaxAction', 'src/platform/http/ajax.ts'],
    ['FragmentDefinition', 'src/platform/fragments/fragments.tsx'],
    ['JobDefinition', 'src/platform/jobs/jobs.ts'],
    ['CommandDefinition', 'src/platform/cli/command.ts'],
  ])('has every key of a %s', (name, file) => {
    expect(namesOf([sectionOf('extension-points.md', name)])).toEqual(keysOfInterface(file, name));
  });
});

/** The row says what is taken when nothing is given, and names every key within. */
function checkRow({ cells }: Row, { name, standard, inner }: SchemaKey): void {
  const [, shown = '', what = ''] = cells;
  if (typeof standard === 'string' || typeof standard === 'number') {
    expect(shown, name).toContain(standard === '' ? 'none' : `\`${standard}\``);
  }
  const named = new Set(codeIn(`${shown} ${what}`).flatMap((code) => code.match(/\w+/g) ?? []));
  expect([...named], name).toEqual(expect.arrayContaining([...inner]));
}

describe('docs/configuration.md', () => {
  const settings = [...platformSettings, ...features.flatMap((feature) => feature.settings ?? [])];
  const keys = settings.flatMap(({ name, schema }) =>
    keysOfSchema(schema).map((key) => ({ ...key, name: `${name}.${key.name}` })),
  );

  it.each([
    ['environment variable', 'Environment', keysOfSchema(environment)],
    ['setting of a feature', 'Settings of features', keys],
  ])('has every %s and no other, with its default', (_what, title, expected) => {
    const section = sectionOf('configuration.md', title);
    expect(expected.length).toBeGreaterThan(5);
    expect(namesOf([section])).toEqual(expected.map(({ name }) => name).sort());
    for (const key of expected) {
      const row = section.rows.find(({ names }) => names.includes(key.name));
      if (row) checkRow(row, key);
    }
  });

  it('has every key of shop.config.ts', () => {
    const declared = keysOfInterface('src/platform/config/shop-config.ts', 'ShopConfig');
    expect(namesOf([sectionOf('configuration.md', 'shop.config.ts')])).toEqual(declared);
  });
});

describe('docs/commands.md', () => {
  const commands = [...bareCommands, ...features.flatMap((feature) => feature.commands ?? [])];
  const sections = readDoc('commands.md').filter(({ title }) => title.startsWith('`shop '));
  const callOf = ({ name, arguments: taken = [] }: (typeof commands)[number]) =>
    ['shop', name, ...taken.map((argument) => argument.name)].join(' ');

  it('has every command with its arguments, and no other', () => {
    expect(sections.map(({ title }) => title).sort()).toEqual(commands.map((each) => `\`${callOf(each)}\``).sort());
  });

  it.each(commands.map((command) => [command.name, command] as const))(
    'has the options of %s and an example',
    (name, command) => {
      const section = sections.find(({ title }) => title === `\`${callOf(command)}\``);
      const flags = (command.options ?? []).map((option) => option.flags);
      expect(namesOf(section ? [section] : [])).toEqual(flags.sort());
      expect(section?.text).toContain(`npm run shop -- ${name}`);
      const examples = section?.text.split('\n').filter((line) => line.startsWith('npm run shop')) ?? [];
      const used = examples.flatMap((line) => line.match(/ --\w[\w-]*/g) ?? []).map((flag) => flag.trim());
      const known = ['--json', ...flags.map((flag) => flag.split(' ')[0])];
      expect(used.filter((flag) => !known.includes(flag))).toEqual([]);
    },
  );
});

describe('everything to read', () => {
  const folders = ['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(resolve(root, folder)).map((name) => `${folder}/${name}`),
  );
  const pages = ['README.md', 'CONTRIBUTING.md', ...folders.filter((path) => path.endsWith('.md'))];
  const textOf = (path: string) => readFileSync(resolve(root, path), 'utf8');

  it.each(pages)('%s names only files that are there', (path) => {
    const text = textOf(path);
    const links = [...text.matchAll(/(?<!!)\[[^\]]*\]\(([^)#]+)\)/g)].map(([, to = '']) => to);
    const near = links.filter((to) => !to.includes(':')).map((to) => resolve(root, dirname(path), to));
    const named = codeIn(text).filter((code) => /^(src|docs|tests|examples)\/[\w./-]+$/.test(code));
    const gone = [...near, ...named.map((file) => resolve(root, file))].filter((file) => !existsSync(file));
    expect(gone).toEqual([]);
  });

  it.each(pages)('%s names only scripts that npm runs here', (path) => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const called = [...textOf(path).matchAll(/\bnpm run (?:--silent )?([a-z][\w:]*)/g)].map(([, name = '']) => name);
    expect(called.filter((name) => !(name in scripts))).toEqual([]);
  });
});
