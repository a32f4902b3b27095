import {
  type Order,
  orderNumberArgument,
  readPositionUnits,
  reportOrderFailure,
  reportUsageError,
  withOrder,
} from '#features/orders/index.ts';
import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { completeOrder } from './complete-order.ts';
import { shipOrder } from './ship-order.ts';
import type { Parcel } from './shipments.ts';

const shipCommand: CommandDefinition = {
  name: 'orders ship',
  summary: 'record a shipment, of everything that is left or of some lines, and tell the customer',
  requires: 'orders.write',
  arguments: orderNumberArgument,
  options: [
    {
      flags: '--lines <list>',
      description: 'units by line, such as 1:2,3:1 for two of the first and one of the third',
    },
    { flags: '--carrier <name>', description: 'shown to the customer' },
    {
      flags: '--tracking <number>',
      description: 'tracking number, shown to the customer; again for each further parcel',
      isRepeatable: true,
    },
    {
      flags: '--tracking-url <url>',
      description: 'where the customer follows the parcel; as many as numbers, in their order',
      isRepeatable: true,
    },
    { flags: '--quiet', description: 'send no e-mail' },
  ],
  run: (shop, input, output) => withOrder(shop, input, output, (order) => runShip(shop, order, input, output)),
};

async function runShip(shop: Shop, order: Order, { options, actor }: CommandInput, output: CliOutput): Promise<number> {
  const units = options.lines === undefined ? null : readPositionUnits(String(options.lines));
  if (options.lines !== undefined && units === null)
    return reportUsageError(output, '--lines: expected line:quantity, such as 1:2,3:1');
  const parcels = readParcels(options);
  if (typeof parcels === 'string') return reportUsageError(output, parcels);
  const input = { orderId: order.id, units, parcels, notify: options.quiet !== true, by: actor };
  const result = await inTransaction(shop.db, (tx) => shipOrder(shop, tx, input));
  const reasons = { SHIPMENT_TOO_LARGE: 'more units than are left to ship' };
  if (!result.ok) return reportOrderFailure(output, order, result, reasons);
  const rest = result.isComplete ? 'Nothing is left to ship.' : 'Some items are left to ship.';
  output.line(`Order ${order.number}: shipment ${result.shipmentId} was recorded. ${rest}`);
  output.result(result);
  return 0;
}

const maxTextLength = 100;
const maxUrlLength = 1000;

/** @returns a message when an option is not valid */
function readParcels(options: CommandInput['options']): Parcel[] | string {
  const carrier = String(options.carrier ?? '');
  const [numbers, urls] = [splitLines(options.tracking), splitLines(options.trackingUrl)];
  const count = Math.max(1, numbers.length);
  if (urls.length > 0 && urls.length !== count)
    return '--tracking-url: expected as many addresses as there are tracking numbers';
  const parcels = Array.from({ length: count }, (_, index) => ({
    ...{ carrier, trackingNumber: numbers[index] ?? '', trackingUrl: urls[index] ?? '' },
  }));
  if (carrier.length > maxTextLength) return `--carrier: at most ${maxTextLength} characters`;
  if (numbers.some(({ length }) => length > maxTextLength)) return `--tracking: at most ${maxTextLength} characters`;
  if (!urls.every(isTrackingUrl))
    return `--tracking-url: expected an address that begins with https://, of at most ${maxUrlLength} characters`;
  return parcels.filter((parcel) => Object.values(parcel).some((value) => value !== ''));
}

/** The values of an option that may be given several times. */
function splitLines(value: CommandInput['options'][string]): string[] {
  return value === undefined ? [] : String(value).split('\n');
}

function isTrackingUrl(url: string): boolean {
  return url === '' || (url.length <= maxUrlLength && /^https?:$/.test(URL.parse(url)?.protocol ?? ''));
}

const completeCommand: CommandDefinition = {
  name: 'orders complete',
  summary: 'mark the order as shipped and completed, and tell the customer',
  requires: 'orders.write',
  arguments: orderNumberArgument,
  options: [{ flags: '--quiet', description: 'send no e-mail' }],
  run: (shop, input, output) =>
    withOrder(shop, input, output, async (order) => {
      const change = { orderId: order.id, notify: input.options.quiet !== true, by: input.actor };
      const result = await inTransaction(shop.db, (tx) => completeOrder(shop, tx, change));
      if (!result.ok) return reportOrderFailure(output, order, result);
      output.line(`Order ${order.number} ${result.changed ? 'is' : 'was already'} completed.`);
      output.result({ number: order.number, ...result });
      return 0;
    }),
};

export const fulfilmentCommands: readonly CommandDefinition[] = [shipCommand, completeCommand];
