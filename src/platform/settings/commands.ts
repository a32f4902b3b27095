import { formatFinding, runChecks } from '#platform/checks/checks.ts';
import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readWhole } from '#platform/input/read-number.ts';
import { type ChangeSettingsResult, changeSettings, type SettingChange } from './change-settings.ts';
import { describeFileKey, isOnlyInFile } from './keys.ts';
import { describeSecret, findSetting, listSettings, type SettingView } from './list-settings.ts';
import { loadSettingChanges } from './setting-rows.ts';

const keyArgument = { name: '<key>', description: 'name of the setting, such as cart.maxQuantity' };
const versionOption = {
  flags: '--version <version>',
  description: 'refuse when the setting has another version: somebody else changed it',
};

const listCommand: CommandDefinition = {
  name: 'settings list',
  summary: 'list all settings with their values',
  requires: 'settings.read',
  arguments: [{ name: '[feature]', description: 'only settings of this feature, such as cart' }],
  options: [{ flags: '--changed', description: 'only settings that the database overrides' }],
  run: async (shop, { arguments: [feature], options }, output) => {
    const found = listSettings(shop).filter(
      ({ key, source }) =>
        (feature === undefined || key.startsWith(`${feature}.`)) && (options.changed !== true || source === 'database'),
    );
    if (feature !== undefined && !shop.settingStore.definitions.some(({ name }) => name === feature)) {
      const names = shop.settingStore.definitions.map(({ name }) => name).join(', ');
      output.warn(`There are no settings of '${feature}'. Features with settings: ${names}.`);
      return 1;
    }
    output.table(
      ['setting', 'value', 'from', 'version'],
      found.map((each) => [each.key, describeValue(each), each.source, String(each.change?.version ?? '')]),
    );
    if (found.length === 0) output.line('No setting was changed.');
    warnOfProblems(shop, output);
    output.result({ settings: found.map(toResult) });
    return 0;
  },
};

const getCommand: CommandDefinition = {
  name: 'settings get',
  summary: 'show the value of a setting, and who changed it',
  requires: 'settings.read',
  arguments: [keyArgument],
  run: async (shop, { arguments: [key = ''] }, output) => {
    const setting = findSetting(shop, key);
    if (!setting) return refuseKey(output, key);
    const { change, source, secret } = setting;
    output.line(secret ? describeSecret(setting) : (JSON.stringify(setting.value, null, 2) ?? '(no value)'));
    if (source === 'environment') output.line('from the environment, which wins over the database');
    else if (change) {
      const origin = source === 'file' ? 'shop.config.ts' : 'the database';
      const time = change.changedAt.toISOString();
      output.line(`from ${origin}, version ${change.version}, changed by ${change.changedBy} at ${time}`);
    } else output.line(secret ? 'never changed' : 'from shop.config.ts or the default, never changed');
    warnOfProblems(shop, output);
    output.result(toResult(setting));
    return 0;
  },
};

const setCommand: CommandDefinition = {
  name: 'settings set',
  summary: 'change a setting; the shop uses the new value at once',
  requires: 'settings.write',
  arguments: [
    keyArgument,
    {
      name: '[value]',
      description: `JSON, such as 50, true, null or '["a"]'; other text is taken as it is. None for a secret: it is read from standard input`,
    },
  ],
  options: [versionOption],
  run: async (shop, input, output) => {
    const [key = '', value] = input.arguments;
    if (shop.settingStore.secrets.keys.has(key)) {
      if (value !== undefined) return refuseArgument(output, key);
      const text = (await input.readSecret(`New value of ${key}, not shown while you type`)).trim();
      if (text !== '') return change(shop, { key, value: text }, input, output);
      output.warn(`Nothing was given: ${key} is unchanged. \`shop settings reset ${key}\` clears it.`);
      return 2;
    }
    if (value !== undefined) return change(shop, { key, value: parseValue(value) }, input, output);
    output.warn(`${key}: expected a value after it.`);
    return 2;
  },
};

const resetCommand: CommandDefinition = {
  name: 'settings reset',
  summary: 'return to the value of shop.config.ts; clear a secret',
  requires: 'settings.write',
  arguments: [keyArgument],
  options: [versionOption],
  run: (shop, input, output) => change(shop, { key: input.arguments[0] ?? '', value: undefined }, input, output),
};

const historyCommand: CommandDefinition = {
  name: 'settings history',
  summary: 'list the newest changes of a setting, or of all',
  requires: 'settings.read',
  arguments: [{ ...keyArgument, name: '[key]' }],
  options: [{ flags: '--limit <limit>', description: 'maximum number of changes, default 50' }],
  run: async (shop, { arguments: [key], options }, output) => {
    const limit = readWhole(String(options.limit ?? '50'), 1, 10_000);
    if (limit === null) {
      output.warn('--limit: expected a number from 1 to 10,000.');
      return 2;
    }
    const rows = await loadSettingChanges(shop.db, key ?? null, limit);
    if (rows.length === 0 && key !== undefined && !findSetting(shop, key)) return refuseKey(output, key);
    const changes = rows.map(({ oldValue, newValue, ...row }) => ({
      ...row,
      oldValue: parseStored(oldValue),
      newValue: parseStored(newValue),
      isReset: newValue === null,
    }));
    output.table(
      ['at', 'by', 'setting', 'version', 'from', 'to'],
      changes.map((each) => [
        each.changedAt.toISOString(),
        each.changedBy,
        each.key,
        String(each.version),
        shorten(each.oldValue),
        each.isReset ? '(shop.config.ts)' : shorten(each.newValue),
      ]),
    );
    if (rows.length === 0) output.line('No changes.');
    output.result({ changes });
    return 0;
  },
};

export const settingCommands: readonly CommandDefinition[] = [
  listCommand,
  getCommand,
  setCommand,
  resetCommand,
  historyCommand,
];

async function change(
  shop: Shop,
  { key, value }: Omit<SettingChange, 'version'>,
  { options: { version: givenVersion }, actor }: CommandInput,
  output: CliOutput,
): Promise<number> {
  const version = givenVersion === undefined ? null : readWhole(String(givenVersion), 0, 2_147_483_647);
  if (givenVersion !== undefined && version === null) {
    output.warn('--version: expected a whole number; `shop settings get` shows it.');
    return 2;
  }
  const result = await changeSettings(shop, [{ key, value, version }], actor);
  if (!result.ok) return refuse(output, result);
  const setting = findSetting(shop, key);
  const verb = result.changed.has(key) ? 'is now' : 'stays';
  output.line(`${key} ${verb} ${setting ? describeValue(setting) : shorten(undefined)}`);
  if (setting?.source === 'environment')
    output.warn(`${setting.secret?.variable} of the environment is used as long as it is there, not the database.`);
  const findings = await runChecks(shop, { isForOperator: false });
  for (const finding of findings.filter(({ about, state }) => state !== 'ok' && key.startsWith(`${about}.`)))
    output.warn(formatFinding(finding));
  output.result(setting ? toResult(setting) : { key });
  return 0;
}

function refuse(output: CliOutput, failure: Exclude<ChangeSettingsResult, { ok: true }>): number {
  output.warn(failure.message);
  if (failure.code === 'SETTING_UNKNOWN') output.warn('`npm run shop -- settings list` shows all settings.');
  output.result(failure);
  return 1;
}

function refuseArgument(output: CliOutput, key: string): number {
  const message = `${key}: a secret is no argument, where others can read it. Leave it out; the command asks for it`;
  return refuse(output, { ok: false, code: 'SETTING_IS_SECRET', key, message });
}

function refuseKey(output: CliOutput, key: string): number {
  if (isOnlyInFile(key)) {
    return refuse(output, { ok: false, code: 'SETTING_ONLY_IN_FILE', key, message: describeFileKey(key) });
  }
  const message = `${key}: there is no setting of this name`;
  return refuse(output, { ok: false, code: 'SETTING_UNKNOWN', key, message });
}

function warnOfProblems({ settingStore }: Shop, output: CliOutput): void {
  for (const { code, message } of settingStore.current.problems)
    output.warn(`A stored value is not used (${code}): ${message}`);
}

function toResult({ key, value, source, secret, change }: SettingView) {
  const isSet = secret ? secret.isSet : value !== undefined;
  return { key, value: value ?? null, isSet, source, ...(secret ? { isSecret: true } : {}), ...change };
}

/**
 * Parses a value of the command line. Texts need no quotes: `/terms`. A text that is also JSON needs them: `"50"`.
 */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function parseStored(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}

const maxShown = 60;

const describeValue = (setting: SettingView): string =>
  setting.secret ? describeSecret(setting) : shorten(setting.value);

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : text;
}
