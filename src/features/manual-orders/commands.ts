import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { reportUsageError } from '#features/orders/index.ts';
import { askVatNumber } from '#features/vat-numbers/index.ts';
import type { CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import { findPriceRefusal } from './agreed-prices.ts';
import { createManualOrder, inOrderTransaction } from './create-manual-order.ts';
import { describeManualOrderFailure } from './describe-failure.ts';
import { type ManualOrderFile, manualOrderFileSchema } from './order-file.ts';
import { storeOrderFiles } from './order-uploads.ts';
import { quoteManualOrder } from './price-manual-order.ts';

const maxFileBytes = 1_000_000;

const createCommand: CommandDefinition = {
  name: 'orders create',
  summary: 'place an order from a JSON file, such as one of another program',
  requires: 'orders.write',
  options: [{ flags: '--file <file>', description: 'the order; see docs/commands.md' }],
  run: async (shop, { options, actor }, output) => {
    const read = await readOrderFile(options.file);
    if (typeof read === 'string') return reportUsageError(output, read);
    let stored: Awaited<ReturnType<typeof storeOrderFiles>>;
    try {
      stored = await storeOrderFiles(shop, String(options.file), read.content);
    } catch (error) {
      return reportUsageError(
        output,
        `a file can't be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    if (!stored.ok) {
      const { code } = stored;
      const reason = shop.t(stored.text, stored.values);
      output.warn(`No order was placed: ${reason}`);
      output.result({ ok: false, code, reason });
      return 1;
    }
    const { input } = stored;
    if (input.vatNumber) await askVatNumber(shop, input.vatNumber, { timeout: 15_000, network: null });
    const result = await inOrderTransaction(shop, async (tx) => {
      const quote = await quoteManualOrder(shop, tx, input);
      const refusal = quote.ok ? await findPriceRefusal(shop, tx, { input, quote }, actor) : null;
      return refusal ?? createManualOrder(shop, tx, input, actor);
    });
    output.result(result);
    if (!result.ok) {
      output.warn(`No order was placed. ${describeManualOrderFailure(shop, result)}`);
      return 1;
    }
    output.line(`Order ${result.number} ${result.changed ? 'was placed' : 'had been placed before'}.`);
    return 0;
  },
};

/** @returns a message when the file is not an order */
async function readOrderFile(
  file: CommandInput['options'][string],
): Promise<{ readonly content: ManualOrderFile } | string> {
  if (typeof file !== 'string') return '--file: expected the path of a JSON file';
  try {
    if ((await stat(file)).size > maxFileBytes) return `${file}: larger than 1 MB`;
    const read = manualOrderFileSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return read.success ? { content: read.data } : `${file} is not valid:\n${z.prettifyError(read.error)}`;
  } catch (error) {
    return `${file} can't be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

export const manualOrderCommands: readonly CommandDefinition[] = [createCommand];
