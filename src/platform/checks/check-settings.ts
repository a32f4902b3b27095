import type { Finding, ShopCheck } from './checks.ts';

const setAction = 'Set it again by a command on the server';

/** Finds stored settings that an upgrade refuses, and values that have no effect. */
export const checkSettingValues: ShopCheck = async ({ settingStore }) => {
  const { definitions, current } = settingStore;
  const refused = current.problems.map(({ key, code, message }): Finding => {
    const found = { what: 'Settings', state: 'warning' } as const;
    if (code === 'SECRET_UNREADABLE')
      return { ...found, text: message, action: setAction, commands: [`settings set ${key}`] };
    return {
      ...found,
      text: `${message}; the value of shop.config.ts is used`,
      action: setAction,
      commands: [`settings set ${key} <value>`],
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
        action: 'Correct it in shop.config.ts, or by a command on the server',
        commands: [`settings set ${definition.name}.${path} <value>`],
        about: definition.name,
      }),
    ),
  );
  return [...refused, ...mistakes];
};
