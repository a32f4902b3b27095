import { listAdminMutations, listForms, listRecords } from '#platform/admin/admin-mutations.ts';
import { adminPath, isAdminPath } from '#platform/admin/contract.ts';
import { type AdminExtension, pickExtensions } from '#platform/admin/extension.ts';
import { findFormProblems } from '#platform/admin/forms/extend-form.ts';
import { findListProblems } from '#platform/admin/lists/extend-list.ts';
import { listBulkActions } from '#platform/admin/lists/resolved-list.ts';
import { findRecordProblems } from '#platform/admin/records/extend-record.ts';
import { ShopConfigError } from '#platform/config/shop-config.ts';
import type { Handling } from './events.ts';
import type { Feature } from './feature.ts';
import { platformPermissions } from './platform-permissions.ts';
import { platformPorts } from './platform-ports.ts';
import { platformSettings } from './platform-settings.ts';
import type { Provision } from './ports.ts';
import type { Filling } from './slots.ts';

export interface Assembly {
  /** Each feature comes after the features that it needs. */
  readonly features: readonly Feature[];
  readonly fills: readonly Filling[];
  readonly provides: readonly Provision[];
  readonly handles: readonly Handling[];
  /** Additions of features to pages of the back office of other features. */
  readonly extends?: readonly AdminExtension[];
}

/**
 * Checks that each needed feature is listed before, that each filled slot, provided port, handled event and
 * permission of an action, a mutation or a command has an owner, and that the navigation of the back office is valid.
 * @throws one error that names every problem: a shop with wrong wiring must not open
 */
export function checkAssembly(
  { features, fills, provides, handles, extends: extensions = [] }: Assembly,
  platformEvents: readonly { readonly name: string }[],
): void {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const feature of features) {
    if (seen.has(feature.name)) problems.push(`feature '${feature.name}' is listed twice`);
    for (const need of feature.needs) {
      if (!seen.has(need))
        problems.push(
          `feature '${feature.name}' needs '${need}', which is not listed before it in src/app/assembly.ts`,
        );
    }
    seen.add(feature.name);
  }
  const slots = checkUniqueNames(
    features.flatMap((feature) => feature.slots ?? []),
    'slot',
    problems,
  );
  const events = checkUniqueNames(
    [...platformEvents, ...features.flatMap((feature) => feature.events ?? [])],
    'event',
    problems,
  );
  const ports = checkUniqueNames(
    [...platformPorts, ...features.flatMap((feature) => feature.ports ?? [])],
    'port',
    problems,
  );
  for (const { port } of provides)
    if (!ports.has(port)) problems.push(`port '${port}' is provided, but no listed feature owns it`);
  for (const { slot } of fills)
    if (!slots.has(slot)) problems.push(`slot '${slot}' is filled, but no listed feature owns it`);
  for (const { event } of handles)
    if (!events.has(event)) problems.push(`event '${event}' is handled, but no listed feature owns it`);
  checkUniqueNames(
    features.flatMap((feature) => feature.jobs ?? []),
    'job',
    problems,
  );
  checkUniqueNames(
    [...platformSettings, ...features.flatMap((feature) => feature.settings ?? [])],
    'settings',
    problems,
  );
  const permissions = checkUniqueNames(
    [...platformPermissions, ...features.flatMap((feature) => feature.permissions ?? [])],
    'permission',
    problems,
  );
  for (const { requires } of features.flatMap((feature) => feature.actions ?? []))
    if (requires !== undefined && !permissions.has(requires))
      problems.push(`an action requires '${requires}', but no listed feature declares this permission`);
  const mutations = [
    ...features.flatMap((feature) => feature.mutations ?? []),
    ...listAdminMutations(features, extensions),
  ];
  checkUniqueNames(mutations, 'mutation', problems);
  for (const { name, requires } of mutations)
    if (requires !== undefined && !permissions.has(requires))
      problems.push(`mutation '${name}' requires '${requires}', but no listed feature declares this permission`);
  for (const { name, requires } of features.flatMap((feature) => feature.commands ?? []))
    if (!permissions.has(requires))
      problems.push(`command '${name}' requires '${requires}', but no listed feature declares this permission`);
  checkBackOffice(features, permissions, problems);
  const lists = features.flatMap(({ admin }) => admin?.lists ?? []);
  problems.push(...findListProblems(lists, { permissions, extensions: pickExtensions(extensions, 'list') }));
  const bulkActions = listBulkActions(features, pickExtensions(extensions, 'list'));
  checkUniqueNames(bulkActions, 'bulk action', problems);
  for (const { name, requires } of bulkActions)
    if (!permissions.has(requires))
      problems.push(`the bulk action '${name}' requires '${requires}', but no listed feature declares this permission`);
  problems.push(...findPageProblems(features, permissions, extensions));
  if (problems.length > 0) throw new ShopConfigError(`The wiring of the shop is wrong:\n- ${problems.join('\n- ')}`);
}

function checkBackOffice(features: readonly Feature[], permissions: ReadonlySet<string>, problems: string[]): void {
  for (const { path } of features.flatMap(({ pages }) => pages ?? []))
    if (isAdminPath(path)) problems.push(`the cached page '${path}' is below ${adminPath()}, where nothing is cached`);
  const navigation = features.flatMap(({ admin }) => admin?.navigation ?? []);
  for (const { path, permission } of navigation) {
    if (!isAdminPath(path)) problems.push(`the navigation entry '${path}' is not below ${adminPath()}`);
    if (!permissions.has(permission))
      problems.push(`the navigation entry '${path}' names '${permission}', but no listed feature declares it`);
  }
  checkAudit(features, permissions, problems);
  checkUniqueNames(
    navigation.map(({ path }) => ({ name: path })),
    'navigation entry',
    problems,
  );
}

function findPageProblems(
  features: readonly Feature[],
  permissions: ReadonlySet<string>,
  extensions: readonly AdminExtension[],
): readonly string[] {
  const kinds = new Set(features.flatMap(({ admin }) => admin?.auditKinds ?? []).map(({ kind }) => kind));
  return [
    ...findFormProblems(listForms(features), { permissions, kinds, extensions: pickExtensions(extensions, 'form') }),
    ...findRecordProblems(listRecords(features), {
      ...{ permissions, kinds, extensions: pickExtensions(extensions, 'record') },
    }),
  ];
}

function checkAudit(features: readonly Feature[], permissions: ReadonlySet<string>, problems: string[]): void {
  const kinds = features.flatMap(({ admin }) => admin?.auditKinds ?? []);
  checkUniqueNames(
    kinds.map(({ kind }) => ({ name: kind })),
    'kind of the audit',
    problems,
  );
  for (const { kind, page } of kinds)
    if (page !== undefined && !permissions.has(page.requires))
      problems.push(
        `the page of '${kind}' requires '${page.requires}', but no listed feature declares this permission`,
      );
}

function checkUniqueNames(owned: readonly { readonly name: string }[], kind: string, problems: string[]): Set<string> {
  const names = new Set<string>();
  for (const { name } of owned) {
    if (names.has(name)) problems.push(`${kind} '${name}' has two owners`);
    names.add(name);
  }
  return names;
}
