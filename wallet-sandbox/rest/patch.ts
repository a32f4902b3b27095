import type { OrderDocument, PurchaseUnit } from '../state/documents.ts';
import { checkItemTotals, readAmount } from './amounts.ts';
import { readArray, readChoice, readObject, readString } from './fields.ts';
import { checkOrder, readAddress, readItems, readName, readPurchaseUnit, readShippingOptions } from './order-input.ts';
import { invalid, unprocessable } from './problem.ts';

const unitPath = /^\/purchase_units\/@reference_id=='([^']*)'(?:\/(.+))?$/;

/** Changes an order by JSON Patch with the provider's way of naming a purchase unit: all changes or none. */
export function patchOrder(order: OrderDocument, body: unknown): void {
  if (order.status === 'COMPLETED' || order.status === 'VOIDED') throw unprocessable('ORDER_ALREADY_COMPLETED');
  const changed = structuredClone({ unit: order.unit, intent: order.intent });
  readArray(body, '/', 100).forEach((each, index) => {
    const at = `/${index}`;
    const change = readObject(each, at);
    const op = readChoice(change.op, `${at}/op`, ['add', 'replace', 'remove', 'move', 'copy', 'test']);
    if (change.path === undefined) throw unprocessable('PATCH_PATH_REQUIRED', { field: `${at}/path` });
    const path = readString(change.path, `${at}/path`, 4000);
    if (op !== 'add' && op !== 'replace' && op !== 'remove') throw invalid('INVALID_PATCH_OPERATION', `${at}/op`, op);
    if (op !== 'remove' && change.value === undefined) {
      throw unprocessable('PATCH_VALUE_REQUIRED', { field: `${at}/value` });
    }
    applyChange(changed, op, path, change.value);
  });
  checkItemTotals(changed.unit.items, changed.unit.amount, '/amount');
  if (changed.unit.amount.currency_code !== order.unit.amount.currency_code)
    throw unprocessable('MULTI_CURRENCY_ORDER');
  checkOrder(changed.unit, order.context, '/purchase_units/0');
  Object.assign(order, changed);
}

function applyChange(
  changed: Pick<OrderDocument, 'unit' | 'intent'>,
  op: 'add' | 'replace' | 'remove',
  path: string,
  value: unknown,
): void {
  if (path === '/intent') {
    changed.intent = readChoice(value, '/intent', ['CAPTURE', 'AUTHORIZE']);
    return;
  }
  if (!path.startsWith('/')) throw unprocessable('INVALID_JSON_POINTER_FORMAT', { field: path });
  const [, reference, attribute] = unitPath.exec(path) ?? [];
  if (reference === undefined) throw unprocessable('NOT_PATCHABLE', { field: path });
  if (reference !== changed.unit.reference_id) throw unprocessable('REFERENCE_ID_NOT_FOUND', { field: path });
  if (attribute === undefined) {
    changed.unit = readPurchaseUnit(value, path);
    return;
  }
  const target = findTarget(changed.unit, attribute);
  const key = attribute.split('/').at(-1) ?? '';
  if (op !== 'add' && target[key] === undefined) throw invalid('INVALID_PATCH_OPERATION', path, op);
  if (op === 'remove') delete target[key];
  else target[key] = readAttribute(attribute, value, path);
}

function findTarget(unit: PurchaseUnit, attribute: string): Record<string, unknown> {
  if (!attribute.startsWith('shipping/')) return unit as unknown as Record<string, unknown>;
  unit.shipping ??= {};
  return unit.shipping as Record<string, unknown>;
}

function readAttribute(attribute: string, value: unknown, path: string): unknown {
  switch (attribute) {
    case 'amount':
      return readAmount(value, path);
    case 'items':
      return readItems(value, path);
    case 'custom_id':
    case 'invoice_id':
    case 'description':
      return readString(value, path, 127);
    case 'soft_descriptor':
      return readString(value, path, 22);
    case 'shipping/address':
      return readAddress(value, path);
    case 'shipping/name':
      return readName(value, path);
    case 'shipping/options':
      return readShippingOptions(value, path);
    case 'shipping/type':
      return readChoice(value, path, ['SHIPPING', 'PICKUP_IN_PERSON']);
    default:
      throw unprocessable('NOT_PATCHABLE', { field: path });
  }
}
