import { basename } from 'node:path';
import { orderNumberArgument, withOrder } from '#features/orders/index.ts';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import { addFile, isAddress, isStored } from './files/stored-files.ts';
import { renewDownloads } from './grants/grant-downloads.ts';

interface CatalogueFile {
  readonly location: string;
  readonly name: string;
  readonly products: readonly string[];
}

const listFiles = sqlQuery<CatalogueFile>(
  'downloads.list-files',
  `select d.location, min(d.name) as name, array_agg(distinct coalesce(v.sku, p.slug) order by coalesce(v.sku, p.slug)) as products
  from downloads d join variations v on v.id = d.variation_id join products p on p.id = v.product_id
  group by d.location order by d.location`,
);

const listCommand: CommandDefinition = {
  name: 'downloads list',
  summary: 'list the files of products, and whether the shop has them',
  requires: 'downloads.read',
  run: async (shop, _, output) => {
    const files = await listFiles(shop.db, []);
    const rows = await Promise.all(
      files.map(async (file) => ({ ...file, isStored: await isStored(shop.files, file.location) })),
    );
    const describe = (row: (typeof rows)[number]) => {
      if (row.isStored) return 'ready';
      return isAddress(row.location) ? 'fetched after the first sale' : 'missing';
    };
    output.table(
      ['file', 'state', 'products'],
      rows.map((row) => [row.location, describe(row), row.products.join(', ')]),
    );
    if (rows.length === 0) output.line('No product has files.');
    output.result(rows);
    return 0;
  },
};

const addCommand: CommandDefinition = {
  name: 'downloads add',
  summary: 'copy a file into the shop, for products that name it as their download',
  requires: 'downloads.write',
  arguments: [{ name: '<file>', description: 'path of the file; products name it without its folder' }],
  options: [{ flags: '--replace', description: 'replace a file of this name; buyers get the new one' }],
  run: async (shop, { arguments: [file = ''], options }, output) => {
    const added = await addFile(shop.files, file, options.replace === true).catch((error: Error) => error);
    if (added !== true) {
      output.warn(
        added === false
          ? `There is a file ${basename(file)} already. To replace it, add --replace.`
          : `${file} was not copied: ${added.message}`,
      );
      return 1;
    }
    output.line(`Products with the download ${basename(file)} have their file now.`);
    output.result({ location: basename(file) });
    return 0;
  },
};

const renewCommand: CommandDefinition = {
  name: 'downloads renew',
  summary: 'give the buyer of an order all its downloads again, from today',
  requires: 'downloads.write',
  arguments: orderNumberArgument,
  run: (shop, input, output) =>
    withOrder(shop, input, output, async (order) => {
      if (order.paidAt === null) {
        output.warn(`Order ${order.number} is not paid. Its downloads begin with the payment.`);
        return 1;
      }
      const files = await inTransaction(shop.db, (tx) => renewDownloads(shop, tx, order.id));
      output.line(
        files === 0
          ? `Order ${order.number} has no products with files.`
          : `Order ${order.number} has ${files} download${files === 1 ? '' : 's'} again.`,
      );
      output.result({ number: order.number, files });
      return 0;
    }),
};

export const downloadCommands: readonly CommandDefinition[] = [listCommand, addCommand, renewCommand];
