import { describe, expect, it } from 'vitest';
import { createProject } from './create-project.ts';
import { measureProject } from './measures.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `export const x${index} = ${index};`).join('\n');
const functionOf = (name: string, length: number) =>
  [`export function ${name}() {`, ...Array.from({ length: length - 2 }, () => '  call();'), '}'].join('\n');

function missed(files: Record<string, string>, longFiles: { file: string; reason: string }[] = []): string[] {
  return measureProject(createProject(files), longFiles).flatMap(({ name, met }) => (met ? [] : [name]));
}

/** Enough short files that one long file stays below ten per cent. */
const many = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`src/short-${index}.ts`, functionOf('short', 5)]),
);

describe('the measures', () => {
  it('pass with short files and functions', () => {
    expect(missed(many)).toEqual([]);
  });

  it('fail without files', () => {
    expect(missed({})).toContain('files');
  });

  it('accept a file of 400 lines, and one of 401 only with a listed reason', () => {
    expect(missed({ ...many, 'src/long.ts': `${lines(400)}\n` })).toEqual([]);
    const tooLong = { ...many, 'src/long.ts': `${lines(401)}\n` };
    expect(missed(tooLong)).toEqual(['files over 400 lines']);
    expect(missed(tooLong, [{ file: 'src/long.ts', reason: 'a table of data' }])).toEqual([]);
  });

  it('fail for a listed file that is no longer long', () => {
    expect(missed(many, [{ file: 'src/gone.ts', reason: 'was long' }])).toEqual(['unneeded exceptions for long files']);
  });

  it('require fewer than 200 lines in nine of ten files', () => {
    const nine = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`src/f${index}.ts`, lines(199)]));
    expect(missed({ ...nine, 'src/long.ts': lines(200) })).toEqual([]);
    expect(missed({ ...nine, 'src/long.ts': lines(200), 'src/look.css': lines(200) })).toEqual([
      'files under 200 lines',
    ]);
  });

  it('require fewer than 45 lines in nine of ten functions, however they are written', () => {
    const nine = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`src/f${index}.ts`, functionOf('short', 44)]),
    );
    expect(missed({ ...nine, 'src/long.ts': functionOf('long', 45) })).toEqual([]);
    const body = '  call();\n'.repeat(44);
    for (const second of [
      `const g = () => {\n${body}};`,
      `class A { m() {\n${body}} }`,
      `const o = { m() {\n${body}} };`,
    ]) {
      const files = { ...nine, 'src/long.ts': functionOf('long', 45), 'src/second.ts': second };
      expect(missed(files)).toEqual(['functions under 45 lines']);
    }
  });

  it('ignore tests', () => {
    expect(missed({ ...many, 'src/a.test.ts': `${lines(500)}\n`, 'src/b.test.ts': 'const x: any = 1;' })).toEqual([]);
  });

  it('find numbers of the specification, which belong to the titles of tests', () => {
    const figure = ['files with numbers of the specification'];
    expect(missed({ ...many, 'src/a.ts': '/** Milliseconds (spec 9.5/3). */\nexport const a = 1;' })).toEqual(figure);
    expect(missed({ ...many, 'src/b.css': '/* 2.10/7 */\n.b {\n}' })).toEqual(figure);
    const others = "export const a = ['10.0.0.0/8', '8.00+1.50/1000'];";
    expect(missed({ ...many, 'src/a.ts': others, 'src/a.test.ts': `it('[${'2.9'}/3] a', () => {});` })).toEqual([]);
  });

  it('find import cycles, any and vague file names', () => {
    expect(missed({ ...many, 'src/a.ts': `import './a.ts';` })).toEqual(['import cycles']);
    expect(missed({ ...many, 'src/a.ts': 'export const a: any = 1;' })).toEqual(['any']);
    for (const path of [
      'src/utils.ts',
      'src/utils/x.ts',
      'src/cart-helpers.ts',
      'src/cart.helper.ts',
      'src/misc/x.ts',
      'src/common.ts',
    ]) {
      expect(missed({ ...many, [path]: 'export const a = 1;' })).toEqual(['vague names (utils, helpers …)']);
    }
    expect(missed({ ...many, 'src/common-fields.ts': 'export const a = 1;' })).toEqual([]);
  });
});
