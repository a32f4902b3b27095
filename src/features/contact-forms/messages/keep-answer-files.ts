import { createHash } from 'node:crypto';
import { cleanText } from '#features/uploads/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type InspectedFile, inspectFile } from '#platform/files/inspect-file.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { openMessageFiles } from './message-files.ts';
import type { KeptFile } from './store-message.ts';

const fieldName = 'answer';

/** The id follows from the form and the file, because the transaction may be repeated after the file was moved. */
function createFileId(requestKey: string, index: number, sha256: string): string {
  const hex = createHash('sha256').update(`answer file ${requestKey} ${index} ${sha256}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** A file can't be read at its place once it was moved. */
const inspectedFiles = new WeakMap<ReceivedFile, InspectedFile<string>>();

/**
 * @Moves the files of an answer to their places. A job deletes files without a row.
 * @returns the name of a file that is refused
 */
export async function keepAnswerFiles(
  shop: Shop,
  received: readonly ReceivedFile[],
  requestKey: string,
): Promise<{ readonly ok: true; readonly files: readonly KeptFile[] } | { readonly ok: false; readonly name: string }> {
  const store = openMessageFiles(shop);
  const files: KeptFile[] = [];
  for (const [index, file] of received.entries()) {
    const { name, bytes, sha256, path } = file;
    const id = createFileId(requestKey, index, sha256);
    const inspected = inspectedFiles.get(file) ?? (await inspectFile(path, { name }));
    inspectedFiles.set(file, inspected);
    if (!inspected.ok) return { ok: false, name };
    files.push({ id, field: fieldName, name: cleanText(name), type: inspected.type, bytes, sha256, path });
  }
  for (const { id, path } of files) if (!(await store.open(id))) await store.keep(id, path);
  return { ok: true, files };
}
