import { adminPath } from '#platform/admin/contract.ts';
import type { Finding, ShopCheck } from './checks.ts';

/**
 * Describes how to change a setting: in the back office, or by a command when the finding is shown at the command
 * line.
 */
function describeWay(
  isForOperator: boolean,
  action: string,
  { key, value = ' <value>' }: { readonly key: string; readonly value?: string },
) {
  return isForOperator
    ? { action: `${action} by a command on the server`, commands: [`settings set ${key}${value}`] }
    : { action, path: adminPath(`settings?${new URLSearchParams({ q: key })}`) };
}

/** Finds stored settings that the current version refuses, and values that have no effect. */
export const checkSettingValues: ShopCheck = async ({ settingStore }, { isForOperator }) => {
  const { definitions, current } = settingStore;
  const refused = current.problems.map(({ key, code, message }): Finding => {
    const found = { what: 'Settings', state: 'warning' } as const;
    if (code === 'SECRET_UNREADABLE')
      return { ...found, text: message, ...describeWay(isForOperator, 'Set it again', { key, value: '' }) };
    return {
      ...found,
      text: `${message}; the value of shop.config.ts is used`,
      ...describeWay(isForOperator, 'Set it again', { key }),
    };
  });
  const found = await Promise.all(
    definitions.map(async (definition) => {
      const mistakes = await definition.findMistakes?.(current.values.get(definition.name));
      return { definition, mistakes: mistakes ?? [] };
    }),
  );
  const mistakes = found.flatMap(({ definition, mistakes: own }) =>
    own.map(
      ({ path, message, state }): Finding => ({
        what: 'Settings',
        state: state ?? 'warning',
        text: `${definition.name}.${path}: ${message}`,
        ...describeWay(isForOperator, 'Correct it', { key: `${definition.name}.${path}` }),
        about: definition.name,
      }),
    ),
  );
  return [...refused, ...mistakes];
};
