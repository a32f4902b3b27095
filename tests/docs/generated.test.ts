import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { App } from '#app/app.ts';
import { assembleFeatures } from '#app/assembly.ts';
import { demoErrors } from '#demo/loaders/errors.ts';
import { listOperations } from '#platform/api/openapi.ts';
import { environment } from '#platform/config/config.ts';
import { secretSetting } from '#platform/config/secret-setting.ts';
import type { ErrorGroup } from '#platform/features/error-codes.ts';
import type { Permission } from '#platform/features/permissions.ts';
import { platformErrors } from '#platform/features/platform-errors.ts';
import { platformPermissions } from '#platform/features/platform-permissions.ts';
import { platformPorts } from '#platform/features/platform-ports.ts';
import { platformSettings } from '#platform/features/platform-settings.ts';
import { visitorSignedIn } from '#platform/sessions/events.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { listFiles } from '../checks/sources.ts';
import { findProofs, renderProofs } from './behaviour.ts';
import { fillBlocks, renderTable } from './blocks.ts';
import { findErrorCodes } from './error-codes.ts';
import { root } from './markdown.ts';
import { findUndescribed, renderSettings } from './setting-tables.ts';
import { findDeclarations, renderInterface } from './source-tables.ts';

const { features, fills, provides, handles } = assembleFeatures(shopConfig);
const slots = features.flatMap((feature) => feature.slots ?? []);
const ports = [...platformPorts, ...features.flatMap((feature) => feature.ports ?? [])];
const events = [visitorSignedIn, ...features.flatMap((feature) => feature.events ?? [])];
const permissions: readonly (Permission & { readonly feature: string })[] = [
  { name: 'platform', permissions: platformPermissions },
  ...features,
].flatMap(({ name: feature, permissions: declared = [] }) => declared.map((each) => ({ ...each, feature })));
const settings = [...platformSettings, ...features.flatMap((feature) => feature.settings ?? [])].map(
  ({ name, schema }) => [name, schema] as const,
);
const errors: readonly ErrorGroup[] = [
  ...platformErrors,
  ...features.flatMap((feature) => feature.errors ?? []),
  demoErrors,
];

const interfaces: Readonly<Record<string, string>> = {
  Feature: 'src/platform/features/feature.ts',
  AdminArea: 'src/platform/admin/admin.ts',
  AdminNavigationEntry: 'src/platform/admin/navigation.ts',
  Page: 'src/platform/pages/page.ts',
  PageView: 'src/platform/pages/page.ts',
  RawView: 'src/platform/pages/page.ts',
  MutationDefinition: 'src/platform/mutations/mutation.ts',
  MutationLimits: 'src/platform/mutations/mutation.ts',
  MutationForm: 'src/platform/mutations/mutation.ts',
  MutationJson: 'src/platform/mutations/mutation.ts',
  MutationAjax: 'src/platform/mutations/mutation.ts',
  AjaxAction: 'src/platform/http/ajax.ts',
  ApiOperation: 'src/platform/api/operation.ts',
  FragmentDefinition: 'src/platform/fragments/fragments.tsx',
  JobDefinition: 'src/platform/jobs/jobs.ts',
  FieldLook: 'src/platform/forms/field-look.shared.tsx',
  TextOptions: 'src/platform/forms/kinds/text.tsx',
  FieldKind: 'src/platform/forms/field.ts',
  AddressForm: 'src/features/addresses/address-form-fields.ts',
  CommandDefinition: 'src/platform/cli/command.ts',
  ShopConfig: 'src/platform/config/shop-config.ts',
};

const database = useDatabase();
let app: App;

beforeAll(async () => {
  app = await testShop(database);
});

/** What each generated block shows, by its kind. */
const blocks: Readonly<Record<string, (name: string) => string>> = {
  slots: () =>
    renderWiring('slot', 'filled by', findDeclarations('defineSlot'), slots, (name) =>
      fills.filter(({ slot }) => slot === name).map(({ filler }) => filler.name),
    ),
  ports: () =>
    renderWiring('port', 'provided by', findDeclarations('definePort'), ports, (name) =>
      provides.filter(({ port }) => port === name).map(({ implementation }) => getName(implementation)),
    ),
  events: () =>
    renderWiring('event', 'handled by', findDeclarations('defineEvent'), events, (name) =>
      handles.filter(({ event }) => event === name).map(({ handler }) => handler.name),
    ),
  permissions: renderPermissions,
  calls: () => renderCalls(app),
  interface: (name) => renderInterface(interfaces[name] ?? '', name),
  settings: () => renderSettings(settings),
  environment: () => renderSettings([['', environment]]),
  behaviour: () => renderProofs(findProofs(root)),
  errors: (title) => renderErrors(errors.filter((group) => group.title === title)),
};

/** What the type arguments of each kind are. */
const typeTitles = { slot: 'input → output', port: 'implementation', event: 'payload' };

function getName(implementation: unknown): string {
  if (typeof implementation === 'function') return implementation.name;
  if (!(implementation instanceof Object)) return 'an object';
  if ('id' in implementation) return String(implementation.id);
  return 'name' in implementation && typeof implementation.name === 'string' ? implementation.name : 'an object';
}

function renderWiring(
  kind: keyof typeof typeTitles,
  wired: string,
  declared: ReturnType<typeof findDeclarations>,
  owned: readonly { readonly name: string }[],
  findWired: (name: string) => string[],
): string {
  const rows = owned.map(({ name }) => {
    const declaration = declared.get(name);
    if (!declaration?.description) throw new Error(`${kind} '${name}' has no doc comment`);
    const { constant, path, types, description } = declaration;
    const names = findWired(name).map((each) => `\`${each}\``);
    return [
      `\`${name}\``,
      `\`${constant}\`, \`${path}\``,
      types.map((type) => `\`${type}\``).join(' → '),
      description,
      names.length > 0 ? names.join(', ') : 'nobody yet',
    ];
  });
  return renderTable([kind, 'constant', typeTitles[kind], 'description', wired], rows);
}

function renderPermissions(): string {
  const rows = permissions.map(({ name, description, feature }) => [`\`${name}\``, description, `\`${feature}\``]);
  return renderTable(['permission', 'allows to', 'feature'], rows);
}

function renderCalls({ api, shop }: App): string {
  const rows = listOperations(shop, api).flatMap(({ method, path, operation }) => {
    const actions = operation['x-actions'] as readonly { action: string; description: string }[] | undefined;
    if (!actions) return [[`\`${method} ${path}\``, `\`${operation.operationId}\``, operation.description]];
    return actions.map(({ action, description }) => [
      `\`${method} ${path}\`, \`action=${action}\``,
      `\`${operation.operationId}\``,
      description,
    ]);
  });
  return renderTable(['call', 'operation', 'description'], rows);
}

function renderErrors(groups: readonly ErrorGroup[]): string {
  const [group] = groups;
  if (!group || groups.length > 1) throw new Error(`${groups.length} groups of errors have one title`);
  const described = Object.entries(group.codes);
  const hasStatus = described.some(([, { status }]) => status !== undefined);
  const hasLevel = described.some(([, { level }]) => level !== undefined);
  const rows = described.map(([code, { status, level, means, action }]) => [
    `\`${code}\``,
    ...(hasStatus ? [String(status ?? '')] : []),
    ...(hasLevel ? [level ?? ''] : []),
    means,
    action ?? '',
  ]);
  return renderTable(
    ['code', ...(hasStatus ? ['status'] : []), ...(hasLevel ? ['level'] : []), 'means', 'what to do'],
    rows,
  );
}

const isProgram = (path: string) => /\.tsx?$/.test(path) && !/\.test\.|\/errors\.ts$/.test(path);

const pages = readdirSync(resolve(root, 'docs')).filter((name) => name.endsWith('.md'));
const readPage = (name: string) => readFileSync(resolve(root, 'docs', name), 'utf8');
const shown = pages.flatMap((name) =>
  [...readPage(name).matchAll(/<!-- generated: (.+?) -->/g)].map(([, marker]) => marker ?? ''),
);

describe('generated tables', () => {
  it.each(pages)('docs/%s has what `npm run docs` writes', async (name) => {
    const filled = fillBlocks(readPage(name), (kind, argument) => {
      const render = blocks[kind];
      if (!render) throw new Error(`docs/${name} has a block of the unknown kind '${kind}'`);
      return render(argument);
    });
    await expect(filled).toMatchFileSnapshot(resolve(root, 'docs', name));
  });

  it('are all in a page, once', () => {
    const expected = [
      ...['slots', 'ports', 'events', 'permissions', 'calls', 'settings', 'environment', 'behaviour'],
      ...Object.keys(interfaces).map((name) => `interface ${name}`),
      ...errors.map(({ title }) => `errors ${title}`),
    ];
    expect(shown.toSorted()).toEqual(expected.toSorted());
  });

  it('describe every setting', () => {
    expect(findUndescribed([...settings, ['', environment]])).toEqual([]);
  });

  it('mark secrets, and name their variables', () => {
    const schema = z.object({ live: z.object({ clientSecret: secretSetting('Secret of the account.') }) });
    expect(renderSettings([['gift-cards', schema]])).toContain(
      '| `gift-cards.live.clientSecret` | secret | not set | Secret of the account. In the environment: `GIFT_CARDS_LIVE_CLIENT_SECRET`. |',
    );
  });

  it('describe every error code of the program, and no other', () => {
    const described = new Set(errors.flatMap(({ codes }) => Object.keys(codes)));
    const found = findErrorCodes(root);
    expect(found.size).toBeGreaterThan(50);
    const missing = [...found].filter(([code]) => !described.has(code));
    expect(missing.map(([code, files]) => `${code} of ${files.join(', ')}`)).toEqual([]);
    const sources = ['src', 'demo/loaders'].flatMap((place) => listFiles(root, place)).filter(isProgram);
    const program = sources.map((path) => readFileSync(resolve(root, path), 'utf8')).join('\n');
    expect([...described].filter((code) => !program.includes(`'${code}'`) && !found.has(code))).toEqual([]);
  });
});
