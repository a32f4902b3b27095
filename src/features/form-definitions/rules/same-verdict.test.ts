import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { anyCharacter } from '#tests/support/any-character.ts';
import { groupEntries, listEntries } from './form-values.shared.ts';
import { listReceivedEntries } from './received-entries.ts';
import { type FieldRule, ruleNames } from './rule.shared.ts';
import { validateForm } from './validate-form.shared.ts';

const names = ['a', 'b', 'menu'];
const text = fc.oneof(
  ...[fc.string({ maxLength: 30, unit: anyCharacter }), fc.emailAddress(), fc.webUrl(), fc.double().map(String)],
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.stringMatching(/^[+0-9 ()#*.-]{0,20}$/),
  fc.stringMatching(/^[0-9:\r\n-]{0,12}$/),
);
const leaf = fc.record({
  rule: fc.constantFrom(...ruleNames),
  field: fc.constantFrom(...names),
  error: fc.string(),
  accept: fc.array(fc.oneof(text, fc.constantFrom('.pdf', 'image/*', '1'), fc.integer({ min: 1, max: 7 })), {
    maxLength: 3,
  }),
  threshold: fc.oneof(text, fc.integer({ min: -5, max: 50 })),
  base: fc.double(),
  interval: fc.double(),
});
const rule: fc.Arbitrary<FieldRule> = fc.oneof(
  leaf,
  fc.record({
    rule: fc.constantFrom('all', 'any'),
    field: fc.constantFrom(...names),
    error: fc.string(),
    rules: fc.array(leaf, { maxLength: 3 }),
  }),
);

/** Sent and received as `multipart/form-data`, which sends line breaks as CRLF. */
async function transfer(
  form: FormData,
): Promise<{ body: FormBody; files: { field: string; name: string; bytes: number }[] }> {
  const received = await new Response(form).formData();
  const texts: Record<string, string[]> = {};
  const files: { field: string; name: string; bytes: number }[] = [];
  for (const [name, value] of received) {
    if (typeof value === 'string') texts[name] = [...(texts[name] ?? []), value];
    else files.push({ field: name, name: value.name, bytes: value.size });
  }
  return { body: texts, files };
}

function createForm(
  values: readonly (readonly [string, string])[],
  files: readonly (readonly [string, string, number])[],
) {
  const form = new FormData();
  for (const [name, value] of values) form.append(name, value);
  for (const [name, fileName, size] of files) form.append(name, new File(['x'.repeat(size)], fileName));
  return form;
}

describe('browser and server', () => {
  it('give the same verdict on the same form [5.1/1]', async () => {
    const values = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'menu[]'), text), { maxLength: 4 });
    const files = fc.array(
      fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('x.pdf', 'y.png', 'z.exe'), fc.nat(60)),
      { maxLength: 2 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(rule, { maxLength: 5 }), values, files, async (rules, typed, chosen) => {
        const form = createForm(
          typed.map(([name, value]) => [name, value.toWellFormed()] as const),
          chosen,
        );
        const { body, files: received } = await transfer(form);
        // Phone numbers are the one exception, which its own table covers.
        const compared = rules.filter((each) => !JSON.stringify(each).includes('"tel"'));
        const inBrowser = validateForm(compared, listEntries(form), 'browser');
        expect(validateForm(compared, listReceivedEntries(body, received), 'server')).toEqual(inBrowser);
      }),
      { numRuns: 300 },
    );
  });

  it('never throws, whatever the rules and values are [5.1/1]', () => {
    const anything = fc.record({ rule: fc.oneof(fc.string(), fc.constantFrom(...ruleNames)), field: fc.string() });
    fc.assert(
      fc.property(fc.array(fc.oneof(anything, rule)), fc.array(fc.tuple(fc.string(), text)), (rules, values) => {
        validateForm(rules, listEntries(values), 'browser');
        validateForm(rules, listEntries(values), 'server');
      }),
    );
  });

  it('have the same values, though browsers send line breaks in their own way', async () => {
    const form = createForm([['a', 'one\ntwo\rthree']], [['b', '', 0]]);
    const { body, files } = await transfer(form);
    expect(groupEntries(listReceivedEntries(body, files)).get('a')).toEqual(groupEntries(listEntries(form)).get('a'));
    expect(groupEntries(listEntries(form)).get('b')).toEqual({ texts: [], files: [] });
  });

  it('share modules that use neither documents nor packages nor Node', () => {
    const folder = new URL('./', import.meta.url);
    const shared = readdirSync(folder).filter((name) => name.endsWith('.shared.ts'));
    expect(shared.length).toBeGreaterThan(6);
    for (const name of shared) {
      const source = readFileSync(new URL(name, folder), 'utf8');
      expect(source, name).not.toMatch(/[\s(!](?:document|window|process|Buffer|navigator)[.(]/);
      expect(source.match(/from '(?!\.\/[a-z-]+\.shared\.ts')/g), name).toBeNull();
    }
  });
});
