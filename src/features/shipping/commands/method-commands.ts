import type { CommandDefinition } from '#platform/cli/command.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readCount } from '#platform/input/read-number.ts';
import { formatMoney } from '#platform/money/money.ts';
import { getZoneCurrency } from '../compile-zones.ts';
import type { ShippingMethod, ShippingZone } from '../settings.ts';
import { findZoneIndex, readZones, reportUsageError, saveZones } from './change-zones.ts';
import { methodOptions, readMethodFields } from './method-options.ts';

const zoneArgument = { name: '<zone>', description: 'name of the zone, or its number in the list' };
const idArgument = { name: '<id>', description: 'id of the method, such as flat_rate:1' };
const types: readonly ShippingMethod['type'][] = ['flat_rate', 'free_shipping', 'local_pickup', 'table'];

const listCommand: CommandDefinition = {
  name: 'shipping methods list',
  summary: 'list the methods of all zones, or of one',
  requires: 'shipping.read',
  arguments: [{ ...zoneArgument, name: '[zone]' }],
  run: async (shop, { arguments: [text] }, output) => {
    const { zones, version } = readZones(shop);
    const index = text === undefined ? null : findZoneIndex(zones, text, output);
    if (text !== undefined && index === null) return 1;
    const listed = index === null ? zones : zones.slice(index, index + 1);
    output.table(
      ['zone', 'id', 'title', 'costs'],
      listed.flatMap(({ name, methods, ...zone }) => {
        const currency = getZoneCurrency(zone, shop.choices);
        return methods.map((method) => [name, method.id, method.title, describeMethod(shop, method, currency)]);
      }),
    );
    if (listed.every(({ methods }) => methods.length === 0)) output.line('No methods.');
    output.result({ version, zones: listed });
    return 0;
  },
};

export function describeMethod({ choices: { locale } }: Shop, method: ShippingMethod, currency: string): string {
  const format = (cost: number | string) =>
    typeof cost === 'string' ? cost : formatMoney({ amount: cost, currency }, locale);
  const freeFrom =
    'freeFrom' in method && method.freeFrom !== undefined ? `, free from ${format(method.freeFrom)}` : '';
  switch (method.type) {
    case 'flat_rate': {
      const classes = Object.entries(method.classCosts ?? {}).map(([slug, cost]) => `, ${slug}: ${format(cost)}`);
      const others = method.noClassCost === undefined ? '' : `, without class: ${format(method.noClassCost)}`;
      return `${format(method.cost)}${classes.join('')}${others}${freeFrom}`;
    }
    case 'free_shipping':
      return `free, requires ${method.requires}${method.minimum === undefined ? '' : ` of ${format(method.minimum)}`}`;
    case 'local_pickup':
      return `${format(method.cost)}${freeFrom}, ${method.places?.map(({ title }) => title).join(', ') ?? 'at the shop'}`;
    case 'table':
      return `by ${method.by}: ${method.rows.map(({ from, to, cost }) => `${from}–${to ?? '…'} ${format(cost)}`).join(', ')}${freeFrom}`;
  }
}

const addCommand: CommandDefinition = {
  name: 'shipping methods add',
  summary: 'add a method to a zone',
  requires: 'shipping.write',
  arguments: [
    zoneArgument,
    { name: '<type>', description: types.join(', ') },
    { name: '<title>', description: 'shown at checkout' },
  ],
  options: [
    { flags: '--id <id>', description: 'default: the type and a number that none has had, such as flat_rate:2' },
    ...methodOptions,
  ],
  run: async (shop, { arguments: [zoneText = '', type = '', title = ''], options, actor }, output) => {
    const { zones, version } = readZones(shop);
    const index = findZoneIndex(zones, zoneText, output);
    if (index === null) return 1;
    if (!types.some((each) => each === type)) return reportUsageError(output, `<type>: expected ${types.join(', ')}`);
    const fields = readMethodFields(options, getZoneCurrency(zones[index] ?? {}, shop.choices));
    if (typeof fields === 'string') return reportUsageError(output, fields);
    const id = options.id ?? (await createMethodId(shop.db, zones, type));
    const changed = changeMethods(zones, index, (methods) => [...methods, { type, id, title, ...fields }]);
    return saveZones(shop, { zones: changed, version }, actor, output, `${id} was added to ${zones[index]?.name}.`);
  },
};

const selectUsedNumber = sqlQuery<{ number: number }>(
  'shipping.find-used-method-number',
  `select coalesce(max(used.id[1]::integer), 0) as number from platform.setting_changes c,
    regexp_matches(concat(c.old_value, c.new_value), '"id": ?"' || $1 || ':([0-9]{1,6})"', 'g') used (id)
  where c.key in ('shipping', 'shipping.zones') or starts_with(c.key, 'shipping.zones.')`,
);

/**
 * Creates an id of the type and a number that no method has or had: orders and reports still name removed methods by
 * their ids.
 */
export async function createMethodId(db: Db, zones: readonly ShippingZone[], type: string): Promise<string> {
  const ids = zones.flatMap(({ methods }) => methods.map(({ id }) => id));
  const numbers = ids.map((id) => (id.startsWith(`${type}:`) ? readCount(id.slice(type.length + 1)) : 0));
  const [used] = await selectUsedNumber(db, [type]);
  return `${type}:${Math.max(used?.number ?? 0, ...numbers.filter(Number.isInteger)) + 1}`;
}

function changeMethods(
  zones: readonly ShippingZone[],
  index: number,
  change: (methods: readonly ShippingMethod[]) => readonly unknown[],
): readonly unknown[] {
  return zones.map((zone, position) => (position === index ? { ...zone, methods: change(zone.methods) } : zone));
}

const setCommand: CommandDefinition = {
  name: 'shipping methods set',
  summary: 'change what is given of a method',
  requires: 'shipping.write',
  arguments: [zoneArgument, idArgument],
  options: [
    { flags: '--title <title>', description: 'shown at checkout' },
    { flags: '--position <number>', description: 'its number in the zone: the first method is selected at first' },
    ...methodOptions,
  ],
  run: async (shop, { arguments: [zoneText = '', id = ''], options, actor }, output) => {
    const { zones, version } = readZones(shop);
    const found = findMethod(zones, zoneText, id, output);
    if (!found) return 1;
    const { index, method } = found;
    const fields = readMethodFields(options, getZoneCurrency(zones[index] ?? {}, shop.choices));
    if (typeof fields === 'string') return reportUsageError(output, fields);
    const count = zones[index]?.methods.length ?? 0;
    const position = options.position === undefined ? null : readCount(options.position);
    if (position !== null && !(Number.isInteger(position) && position >= 1 && position <= count))
      return reportUsageError(output, `--position: expected a number from 1 to ${count}`);
    const changed = { ...method, ...fields, ...(options.title === undefined ? {} : { title: options.title }) };
    const list = changeMethods(zones, index, (methods) => {
      const replaced = methods.map((each) => (each === method ? changed : each));
      return position === null
        ? replaced
        : [...replaced.filter((each) => each !== changed)].toSpliced(position - 1, 0, changed);
    });
    return saveZones(shop, { zones: list, version }, actor, output, `${id} of ${zones[index]?.name} was changed.`);
  },
};

const removeCommand: CommandDefinition = {
  name: 'shipping methods remove',
  summary: 'remove a method from a zone; orders keep what they have',
  requires: 'shipping.write',
  arguments: [zoneArgument, idArgument],
  run: async (shop, { arguments: [zoneText = '', id = ''], actor }, output) => {
    const { zones, version } = readZones(shop);
    const found = findMethod(zones, zoneText, id, output);
    if (!found) return 1;
    const list = changeMethods(zones, found.index, (methods) => methods.filter((each) => each !== found.method));
    return saveZones(
      shop,
      { zones: list, version },
      actor,
      output,
      `${id} was removed from ${zones[found.index]?.name}.`,
    );
  },
};

/** @returns null, after printing a message, when the method does not exist */
function findMethod(
  zones: readonly ShippingZone[],
  zoneText: string,
  id: string,
  output: Parameters<CommandDefinition['run']>[2],
): { readonly index: number; readonly method: ShippingMethod } | null {
  const index = findZoneIndex(zones, zoneText, output);
  if (index === null) return null;
  const method = zones[index]?.methods.find((each) => each.id === id);
  if (method) return { index, method };
  output.warn(`${zones[index]?.name} has no method '${id}'. List them with 'shop shipping methods list'.`);
  output.result({ ok: false, code: 'METHOD_NOT_FOUND', id });
  return null;
}

export const methodCommands: readonly CommandDefinition[] = [listCommand, addCommand, setCommand, removeCommand];
