import { join, resolve } from 'node:path';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { PrivateFiles } from '#platform/files/private-files.ts';
import { findUploads } from './find-uploads.ts';
import { deleteStrayFiles, getPurgeTime, purgeUploads } from './purge-uploads.ts';
import { openUploads } from './stored-upload.ts';

interface ListedUpload {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly createdAt: Date;
  readonly orders: readonly number[];
}

const listUploads = sqlQuery<ListedUpload>(
  'uploads.list-uploads',
  `select u.id, u.name, u.bytes, u.created_at as "createdAt",
    array(select r.number from order_uploads o join orders r on r.id = o.order_id where o.upload_id = u.id order by r.number) as orders
  from uploads u
  where not $1::boolean or not exists (select from order_uploads o where o.upload_id = u.id)
  order by u.created_at desc, u.id limit 200`,
);

const listCommand: CommandDefinition = {
  name: 'uploads list',
  summary: 'list the files that shoppers uploaded, the newest 200',
  requires: 'uploads.read',
  options: [{ flags: '--unordered', description: 'only those that belong to no order' }],
  run: async (shop, { options }, output) => {
    const uploads = await listUploads(shop.db, [options.unordered === true]);
    output.table(
      ['id', 'uploaded', 'bytes', 'orders', 'name'],
      uploads.map(({ id, name, bytes, createdAt, orders }) => [
        id,
        createdAt.toISOString().slice(0, 16).replace('T', ' '),
        String(bytes),
        orders.join(', '),
        name,
      ]),
    );
    if (uploads.length === 0) output.line('No files.');
    output.result(uploads);
    return 0;
  },
};

/** Copies a private file into a folder, and says where it is. @returns null when it was not copied */
export async function saveFile(
  files: PrivateFiles,
  { id, name }: { readonly id: string; readonly name: string },
  folder: string,
  output: CliOutput,
): Promise<string | null> {
  // The id keeps files of one name apart.
  const target = join(resolve(folder), `${id.slice(0, 8)} ${name}`);
  try {
    await files.copyTo(id, target);
  } catch (error) {
    output.warn(`${name} was not copied: ${error instanceof Error ? error.message : error}`);
    return null;
  }
  output.line(target);
  return target;
}

const saveCommand: CommandDefinition = {
  name: 'uploads save',
  summary: 'copy a file that a shopper uploaded into a folder',
  requires: 'uploads.read',
  arguments: [
    { name: '<id>', description: 'as `orders show --json` and `uploads list` name it' },
    { name: '[folder]', description: 'default: the current one' },
  ],
  run: async (shop, { arguments: [id = '', folder = '.'] }, output) => {
    const [upload] = await findUploads(shop.db, [id]);
    if (!upload) {
      output.warn(`There is no file ${id}. List them with 'shop uploads list'.`);
      return 1;
    }
    const file = await saveFile(openUploads(shop), upload, folder, output);
    if (file === null) return 1;
    output.result({ ...upload, file });
    return 0;
  },
};

const purgeCommand: CommandDefinition = {
  name: 'uploads purge',
  summary: 'delete files that are in no cart and no order, as the job does each hour',
  requires: 'uploads.write',
  run: async (shop, _, output) => {
    const removed = await purgeUploads(shop, getPurgeTime(shop));
    const stray = await deleteStrayFiles(shop);
    output.line(`${removed} unused files were deleted, and ${stray} that interrupted requests have left.`);
    output.result({ removed, stray });
    return 0;
  },
};

export const uploadCommands: readonly CommandDefinition[] = [listCommand, saveCommand, purgeCommand];
