import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listCommands } from '#app/app.ts';
import { assembleFeatures } from '#app/assembly.ts';
import { createCallCommand } from '#app/cli/call-command.ts';
import { standaloneCommands } from '#app/cli/run-cli.ts';
import { checkTexts } from '#platform/texts/check-texts.ts';
import { shopConfig } from '#shop.config';
import { findCode, readDoc, readNames, root } from './markdown.ts';

const assembly = assembleFeatures(shopConfig);
const { features } = assembly;

describe('docs/configuration.md', () => {
  it('has examples that replace existing texts', () => {
    const section = readDoc('configuration.md').find(({ title }) => title === 'Texts');
    const examples = [...(section?.text ?? '').matchAll(/^ {2}'([\w.-]+)': '(.*)',$/gm)];
    expect(examples.length).toBeGreaterThan(1);
    const given = Object.fromEntries(examples.map(([, key = '', message = '']) => [key, message]));
    const texts = features.flatMap((feature) => feature.texts ?? []);
    expect(checkTexts(given, texts)).toEqual([]);
  });
});

describe('docs/commands.md', () => {
  const commands = [...standaloneCommands, ...listCommands(assembly), createCallCommand(() => undefined)];
  const sections = readDoc('commands.md').filter(({ title }) => title.startsWith('`shop '));
  const callOf = ({ name, arguments: taken = [] }: (typeof commands)[number]) =>
    ['shop', name, ...taken.map((argument) => argument.name)].join(' ');

  it('lists every command with its arguments, and no other', () => {
    expect(sections.map(({ title }) => title).sort()).toEqual(commands.map((each) => `\`${callOf(each)}\``).sort());
  });

  it.each(commands.map((command) => [command.name, command] as const))(
    'lists the options of %s and an example',
    (name, command) => {
      const section = sections.find(({ title }) => title === `\`${callOf(command)}\``);
      const flags = (command.options ?? []).map((option) => option.flags);
      expect(readNames(section ? [section] : [])).toEqual(flags.sort());
      expect(section?.text).toContain(`npm run shop -- ${name}`);
      const examples = section?.text.split('\n').filter((line) => line.startsWith('npm run shop')) ?? [];
      const used = examples.flatMap((line) => line.match(/ --\w[\w-]*/g) ?? []).map((flag) => flag.trim());
      const known = ['--json', ...flags.map((flag) => flag.split(' ')[0])];
      expect(used.filter((flag) => !known.includes(flag))).toEqual([]);
    },
  );
});

describe('docs/architecture.md', () => {
  const sections = readDoc('architecture.md');

  it('counts the files that it names for each action', () => {
    const table = sections.find(({ title }) => title === 'Actions and their files')?.text ?? '';
    const counts = [...table.matchAll(/^\| ([a-z ]+) \| (\d+) \|/gm)].map(([, action, count]) => [
      action,
      Number(count),
    ]);
    const named = counts.map(([action]) => {
      const section = sections.find(({ title }) => title.toLowerCase() === action);
      const files = findCode(section?.text ?? '').filter((code) => code.startsWith('src/'));
      return [action, new Set(files).size];
    });
    expect(counts.length).toBe(5);
    expect(named).toEqual(counts);
  });
});

describe('docs/decisions', () => {
  const folder = resolve(root, 'docs/decisions');
  const names = readdirSync(folder).filter((name) => name !== 'README.md');
  const read = (name: string) => readFileSync(resolve(folder, name), 'utf8');
  const parts = ['Context', 'Decision', 'Rejected', 'Consequences', 'Revisit'];

  it('is numbered without holes', () => {
    const numbers = names.map((name) => name.slice(0, 4));
    expect(numbers).toEqual(names.map((_, index) => String(index + 1).padStart(4, '0')));
  });

  it.each(names)('%s has the common parts in their order', (name) => {
    const text = read(name);
    expect(text).toMatch(new RegExp(`^# ${name.slice(0, 4)}: `));
    const used = [...text.matchAll(/^\*\*(\w+)(?:\.\*\*|\*\* )/gm)].map(([, part = '']) => part);
    expect(used).toEqual(parts.filter((part) => used.includes(part)));
    expect(used.slice(0, 2)).toEqual(['Context', 'Decision']);
  });

  it('is listed in its README with the titles', () => {
    const listed = [...read('README.md').matchAll(/^- \[(\d+)\]\((.+)\): (.+)$/gm)];
    const lines = listed.map(([, number, name, title]) => `${name} # ${number}: ${title}`);
    expect(lines.sort()).toEqual(names.map((name) => `${name} ${read(name).split('\n')[0]}`));
  });
});

describe('the documentation', () => {
  const folders = ['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(resolve(root, folder)).map((name) => `${folder}/${name}`),
  );
  const pages = ['README.md', 'CONTRIBUTING.md', ...folders.filter((path) => path.endsWith('.md'))];
  const textOf = (path: string) => readFileSync(resolve(root, path), 'utf8');

  it.each(pages)('%s names only files that exist', (path) => {
    const text = textOf(path);
    const links = [...text.matchAll(/(?<!!)\[[^\]]*\]\(([^)#]+)\)/g)].map(([, to = '']) => to);
    const linked = links.filter((to) => !to.includes(':')).map((to) => resolve(root, dirname(path), to));
    const named = findCode(text).filter((code) => /^(src|docs|tests|examples)\/[\w./-]+$/.test(code));
    const missing = [...linked, ...named.map((file) => resolve(root, file))].filter((file) => !existsSync(file));
    expect(missing).toEqual([]);
  });

  it.each(pages)('%s names only scripts of package.json', (path) => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const called = [...textOf(path).matchAll(/\bnpm run (?:--silent )?([a-z][\w:]*)/g)].map(([, name = '']) => name);
    expect(called.filter((name) => !(name in scripts))).toEqual([]);
  });
});
