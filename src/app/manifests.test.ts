import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#platform/config/project-root.ts';
import type { Feature } from '#platform/features/feature.ts';
import { platformPermissions } from '#platform/features/platform-permissions.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { listCommands } from './app.ts';
import { assembleFeatures } from './assembly.ts';

const { features } = assembleFeatures(shopConfig);
const database = useDatabase();

/** Texts that keep keys by which shops replace them: `cart-page` was a part of `cart`. */
const keptPrefixes: Readonly<Record<string, string>> = { 'cart-page': 'cart' };

/** Settings that keep their name, since shops have stored values: `wishlist-script` was a feature of its own. */
const keptSettings: Readonly<Record<string, readonly string[]>> = { 'wishlist-pages': ['wishlist-script'] };

describe('permissions', () => {
  const namesOf = (feature: Feature) => (feature.permissions ?? []).map(({ name }) => name);
  const platform = platformPermissions.map(({ name }) => name);
  const all = [...platform, ...features.flatMap(namesOf)];
  const commands = listCommands(assembleFeatures(shopConfig));

  it.each(features)('that $name requires are its own, or of a feature that it needs', (feature) => {
    const known = new Set([
      ...platform,
      ...namesOf(feature),
      ...features.filter(({ name }) => feature.needs.includes(name)).flatMap(namesOf),
    ]);
    const { commands: own = [], mutations = [], actions = [] } = feature;
    const required = [...own, ...mutations, ...actions].flatMap(({ requires }) => requires ?? []);
    expect(required.filter((name) => !known.has(name))).toEqual([]);
  });

  it('of commands are declared, and those that change something need more than to read', () => {
    const verbs = ['list', 'show', 'get', 'history', 'failed', 'prices', 'sources', 'roles', 'zero-results'];
    const reading = new Set([...verbs, 'pdf', 'packing-slip', 'test', 'save']);
    for (const { name, requires } of commands) {
      expect(all, name).toContain(requires);
      const isReading = reading.has(name.split(' ').at(-1) ?? '') || name.includes('export');
      if (!isReading) expect(requires, name).not.toMatch(/\.read$/);
    }
  });

  it('to write come with one to read', () => {
    const written = all.filter((name) => name.endsWith('.write'));
    expect(written.map((name) => name.replace('.write', '.read')).filter((name) => !all.includes(name))).toEqual([]);
  });
});

describe('texts and settings', () => {
  // The texts of the storefront feature are called `app`.
  it.each(features.filter(({ name }) => name !== 'storefront'))('of $name have its name', ({ name, ...feature }) => {
    for (const settings of feature.settings ?? [])
      expect([name, ...(keptSettings[name] ?? [])]).toContain(settings.name);
    for (const texts of feature.texts ?? [])
      for (const { key } of Object.values(texts)) expect(key.split('.')[0]).toBe(keptPrefixes[name] ?? name);
  });

  it.each(['texts', 'settings'] as const)('are all in a manifest: %s', async (kind) => {
    const listed = new Set(features.flatMap((feature): readonly unknown[] => feature[kind] ?? []));
    const folders = ['app', ...readdirSync(join(projectRoot, 'src/features')).map((name) => `features/${name}`)];
    const files = folders
      .map((folder) => join(projectRoot, 'src', folder, `${kind}.ts`))
      .filter((file) => existsSync(file));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const exported = Object.values((await import(file)) as object);
      expect(
        exported.some((value) => listed.has(value)),
        file,
      ).toBe(true);
    }
  });

  it('[46] [E4] with names that nothing has are errors that name the nearest known one', async () => {
    const wrong = {
      curency: 'EUR',
      settings: { crat: {}, cart: { maxQuantty: 5 }, pricing: { taxes: { roundng: 'total' } } },
    };
    await expect(testShop(database, { choices: wrong as object })).rejects.toThrow(
      [
        'shop.config.ts is wrong:',
        "- curency: shop.config.ts has no key of this name; did you mean 'currency'?",
        "- settings.crat: no feature has settings of this name; did you mean 'cart'?",
        '- settings.pricing.taxes: Unrecognized key: "roundng"; did you mean \'rounding\'?',
        '- settings.cart: Unrecognized key: "maxQuantty"; did you mean \'maxQuantity\'?',
      ].join('\n'),
    );
  });

  it('of no feature are listed in the error at start', async () => {
    const trial = { name: 'trial', needs: [], texts: [defineTexts('trial', { label: 'Trial' })] };
    const open = (choices: object) => testShop(database, { choices: { features: [trial], ...choices } });
    await expect(open({ texts: { 'trial.label': 'Try' } })).resolves.toBeDefined();
    const wrong = {
      settings: { toys: {} },
      texts: { 'trial.lable': 'Try', 'catalog.soldOut': 'Gone', 'cart.title': '{count' },
    };
    await expect(open(wrong)).rejects.toThrow(
      [
        'shop.config.ts is wrong:',
        '- settings.toys: no feature has settings of this name',
        "- texts['trial.lable']: no feature has a text of this key; did you mean 'trial.label'?",
        "- texts['catalog.soldOut']: no feature has a text of this key; did you mean 'product-form.soldOut' or 'cart.soldOut' or 'bought-together.soldOut'?",
        "- texts['cart.title']: expected an ICU message, found EXPECT_ARGUMENT_CLOSING_BRACE at character 1 of “{count”",
      ].join('\n'),
    );
  });
});
