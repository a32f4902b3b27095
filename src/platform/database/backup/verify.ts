import { createDigest, type Digest, type DigestResult, sha256 } from './digest.ts';
import { BackupError, FORMAT, HEADER, type Header, listArchivedFiles, MANIFEST, type Manifest } from './format.ts';
import { createDamagedError, parseFilePath, parseTableNumber, readEntries } from './read-archive.ts';

export interface VerifiedBackup {
  header: Header;
  manifest: Manifest;
}

interface FoundEntries {
  header?: { value: Header; sha256: string };
  manifest?: Manifest;
  tables: Map<number, Digest>;
  /** Digests by the name of the entry. */
  files: Map<string, DigestResult>;
}

const MAX_LIST_BYTES = 256 * 1024 * 1024;

/**
 * Reads the whole file and compares it with its manifest, before a restore changes anything.
 * @throws BACKUP_MISSING, BACKUP_DAMAGED, BACKUP_UNKNOWN.
 */
export async function verifyArchive(file: string): Promise<VerifiedBackup> {
  const found: FoundEntries = { tables: new Map(), files: new Map() };
  for await (const { name, body } of readEntries(file)) {
    if (found.header === undefined) found.header = await readHeader(file, name, body);
    else if (found.manifest !== undefined) throw createDamagedError(file, `${name} comes after the end`);
    else if (name === MANIFEST) found.manifest = parseJson<Manifest>(file, await readList(file, body));
    else await digestEntry(file, found, name, body);
  }
  const { header, manifest } = found;
  if (header === undefined || manifest === undefined) throw createDamagedError(file, 'its end is missing');
  if (header.sha256 !== manifest.headerSha256) throw createDamagedError(file, 'its beginning and end do not match');
  compareTables(file, header.value, manifest, found.tables);
  compareFiles(file, manifest, found.files);
  return { header: header.value, manifest };
}

async function readHeader(file: string, name: string, body: AsyncIterable<Buffer>) {
  if (name !== HEADER) throw new BackupError('BACKUP_UNKNOWN', `${file} is not a backup of a shop.`);
  const text = await readList(file, body);
  const value = parseJson<Header>(file, text);
  if (value.format > FORMAT) {
    const message = `${file} was made by a newer version of the shop (${value.programVersion}); use that one to restore it.`;
    throw new BackupError('BACKUP_UNKNOWN', message);
  }
  return { value, sha256: sha256(text) };
}

async function digestEntry(
  file: string,
  { tables, files }: FoundEntries,
  name: string,
  body: AsyncIterable<Buffer>,
): Promise<void> {
  const number = parseTableNumber(name);
  const digest = (number === undefined ? undefined : tables.get(number)) ?? createDigest();
  for await (const chunk of body) digest.add(chunk);
  if (number !== undefined) tables.set(number, digest);
  else if (parseFilePath(name) !== undefined) files.set(name, digest.result());
  else throw createDamagedError(file, `the entry ${JSON.stringify(name)} does not belong there`);
}

function compareTables(file: string, header: Header, manifest: Manifest, tables: Map<number, Digest>): void {
  if (header.tables.length !== manifest.tables.length) throw createDamagedError(file, 'tables are missing');
  for (const [number, table] of header.tables.entries()) {
    const measured = (tables.get(number) ?? createDigest()).result();
    if (!isSameContent(measured, manifest.tables[number]))
      throw createDamagedError(file, `table ${table.schema}.${table.name}`);
    tables.delete(number);
  }
  if (tables.size > 0) throw createDamagedError(file, 'it has too many tables');
}

function compareFiles(file: string, manifest: Manifest, files: Map<string, DigestResult>): void {
  const expected = listArchivedFiles(manifest);
  const differing = expected.find(
    ({ folder, path, ...digest }) => !isSameContent(files.get(`${folder}/${path}`), digest),
  );
  if (differing !== undefined) throw createDamagedError(file, `${differing.folder} file ${differing.path}`);
  if (files.size !== expected.length) throw createDamagedError(file, 'it has too many files');
}

function isSameContent(first: DigestResult | undefined, second: DigestResult | undefined): boolean {
  return first !== undefined && first.bytes === second?.bytes && first.sha256 === second.sha256;
}

async function readList(file: string, body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_LIST_BYTES) throw createDamagedError(file, 'its list of contents is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson<T>(file: string, text: Buffer): T {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch (cause) {
    throw createDamagedError(file, 'its list of contents', cause);
  }
}
