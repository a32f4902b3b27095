import {
  formatLineOptions,
  type Order,
  type OrderLine,
  orderPath,
  type PositionUnits,
} from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { foldCase } from '#platform/input/fold-text.ts';
import { maxItemsLength } from './declaration.ts';

/**
 * Writes units of an order as text that `recognizeItems` can read, one item in each line, with the
 * chosen options. Equal lines of the order are merged. Options are left out when the text would be too
 * long for the field.
 */
export function formatItems(shop: Shop, order: Order, units: readonly PositionUnits[]): string {
  const text = writeItems(order, units, createLineFormatter(shop, order));
  return text.length <= maxItemsLength ? text : writeItems(order, units, ({ name }) => name);
}

function writeItems(order: Order, units: readonly PositionUnits[], formatLine: (line: OrderLine) => string): string {
  const quantities = new Map<string, number>();
  for (const { position, quantity } of units) {
    const line = order.lines[position - 1];
    if (!line) continue;
    const words = formatLine(line);
    quantities.set(words, (quantities.get(words) ?? 0) + quantity);
  }
  return [...quantities].map(([words, quantity]) => `${quantity} × ${words}`).join('\n');
}

/** Formats lines by name, options and add-ons, without prices. */
function createLineFormatter(shop: Shop, order: Order): (line: OrderLine) => string {
  const context = shop.renderContext(orderPath(order.token));
  return ({ name, options, addons }) => {
    const unpriced = addons.map((addon) => ({ ...addon, price: 0 }));
    const notes = formatLineOptions(context, order, { options, addons: unpriced });
    return [name, ...notes].join(', ').replace(/\s+/g, ' ');
  };
}

/**
 * Reads items such as `2 × Bowl, large`, one in each line. Options may be left out if only one line of
 * the order has the name, or if all units with the name are withdrawn.
 * @returns null when the text does not identify the items
 */
export function recognizeItems(shop: Shop, order: Order, items: string): PositionUnits[] | null {
  const formatLine = createLineFormatter(shop, order);
  const lines = order.lines.map((line, index) => ({
    ...{ position: index + 1, quantity: line.quantity },
    ...{ name: foldCase(line.name), description: foldCase(formatLine(line)) },
  }));
  const units: PositionUnits[] = [];
  for (const text of items.split('\n').filter((each) => each.trim() !== '')) {
    const [, count = '1', name = ''] = /^\s*(?:(\d{1,4})\s*[x×*]\s*)?(.+?)\s*$/i.exec(text) ?? [];
    const words = foldCase(name);
    const described = lines.filter(({ description }) => description === words);
    const found = selectUnits(
      described.length > 0 ? described : lines.filter((line) => line.name === words),
      Number(count),
    );
    if (!found || found.some(({ position }) => units.some((known) => known.position === position))) return null;
    units.push(...found);
  }
  return units.length === 0 ? null : units;
}

/** @returns null when `count` units could belong to several lines */
function selectUnits(lines: readonly PositionUnits[], count: number): PositionUnits[] | null {
  if (lines.length > 0 && count === lines.reduce((sum, { quantity }) => sum + quantity, 0))
    return lines.map(({ position, quantity }) => ({ position, quantity }));
  const [line, ...others] = lines;
  const isClear = line && others.length === 0 && count >= 1 && count <= line.quantity;
  return isClear ? [{ position: line.position, quantity: count }] : null;
}
