import { firstRunTexts } from '#features/first-run/index.ts';
import { bankAccountKey } from '#features/payments/index.ts';
import { shippingPath, shippingTexts } from '#features/shipping/index.ts';
import { shopPagePath } from '#platform/admin/contract.ts';
import { describeSettings, type SettingsDefinition } from '#platform/config/settings.ts';
import { shopDetails } from '#platform/config/shop-details.ts';
import { doPathsOverlap } from '#platform/settings/keys.ts';
import type { Text, Translate } from '#platform/texts/texts.ts';
import { storefrontSettings } from '../settings.ts';
import { sitePath } from '../site/site-form.ts';
import { texts } from '../texts.ts';
import type { ValueSchema } from './json-schema.ts';
import { nameSetting, toPlainDescription } from './setting-words.ts';
import { describeSection, type SettingGroup } from './titles.ts';

interface OwnPage {
  readonly path: string;
  readonly text: Text;
  /** Permission needed to change the setting on this page. */
  readonly requires: string;
}

export interface SettingSpec {
  /** Key as in docs/configuration.md: `cart.maxQuantity`. */
  readonly key: string;
  readonly path: readonly string[];
  readonly label: string;
  readonly description: string | undefined;
  readonly schema: ValueSchema;
  readonly isOptional: boolean;
  /** The page on which the setting is changed. Null when the form of its section contains it. */
  readonly ownPage: OwnPage | null;
}

export interface SettingSection {
  readonly name: string;
  readonly title: Text;
  readonly group: SettingGroup;
  readonly specs: readonly SettingSpec[];
}

/** Settings that need more than a form field, by the prefix of their keys. */
const sitePage: OwnPage = { path: sitePath, text: texts.site, requires: 'settings.write' };
const shopPage: OwnPage = { path: shopPagePath, text: firstRunTexts.page, requires: 'settings.write' };
const ownPages: readonly (readonly [key: string, page: OwnPage])[] = [
  ...['logo', 'darkLogo', 'icon'].map((name) => [`${shopDetails.name}.${name}`, sitePage] as const),
  [shopDetails.name, shopPage],
  [bankAccountKey, shopPage],
  ['shipping.zones', { path: shippingPath, text: shippingTexts.title, requires: 'shipping.write' }],
  ...['social', 'paymentMarks'].map((name) => [`${storefrontSettings.name}.${name}`, sitePage] as const),
];

/**
 * Lists the permissions that a change of a setting needs besides `settings.write`, also when the change concerns only
 * a part of the setting or an object that contains it.
 */
export const listRequired = (key: string): readonly string[] =>
  ownPages.flatMap(([whole, { requires }]) => (doPathsOverlap(whole.split('.'), key.split('.')) ? [requires] : []));

function findOwnPage(key: string): OwnPage | null {
  const isPart = (whole: string) => key === whole || key.startsWith(`${whole}.`);
  return ownPages.find(([whole]) => isPart(whole))?.[1] ?? null;
}

/** Lists the settings of features by section, in the order of the features. */
export function listSections(definitions: readonly SettingsDefinition<unknown>[]): readonly SettingSection[] {
  const sections = definitions.map(({ name, schema }): SettingSection => {
    return { name, ...describeSection(name), specs: listSpecs(name, [], describeSettings(schema), false) };
  });
  return sections.filter(({ specs }) => specs.length > 0);
}

/** Lists the settings of an object. A required object is not a setting itself: its properties are. */
function listSpecs(name: string, path: readonly string[], schema: ValueSchema, isOptional: boolean): SettingSpec[] {
  const { properties, required = [] } = schema;
  if (properties && !isOptional)
    return Object.entries(properties).flatMap(([key, inner]) =>
      // Objects in settings have defaults. A property may be left out only if it is not required, has no default and
      // is no object.
      listSpecs(
        name,
        [...path, key],
        inner,
        !required.includes(key) && inner.default === undefined && !inner.properties,
      ),
    );
  const key = [name, ...path].join('.');
  const description = schema.description === undefined ? undefined : toPlainDescription(schema.description);
  const label = nameSetting(path, schema);
  return [{ key, path, label, description, schema, isOptional, ownPage: findOwnPage(key) }];
}

/** Finds settings whose names, titles or descriptions contain all the words. */
export function findSpecs(
  t: Translate,
  sections: readonly SettingSection[],
  query: string,
): readonly { readonly section: SettingSection; readonly spec: SettingSpec }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return sections.flatMap((section) =>
    section.specs.flatMap((spec) => {
      const text = `${spec.key} ${spec.label} ${spec.description ?? ''} ${t(section.title)}`.toLowerCase();
      return words.every((word) => text.includes(word)) ? [{ section, spec }] : [];
    }),
  );
}
