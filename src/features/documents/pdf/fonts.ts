import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * These fonts contain Latin, Greek and Cyrillic with their diacritics. Letters of other scripts are printed as empty
 * boxes.
 */
const files = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
};

export type FontName = keyof typeof files;

const loaded = new Map<FontName, Buffer>();

/**
 * Reads a font at its first use and keeps its 0.4 MB in memory. The package is read from `node_modules`, because the
 * build contains only code.
 */
export function loadFont(name: FontName): Buffer {
  const known = loaded.get(name) ?? removeLayoutTables(readFileSync(require.resolve(files[name])));
  loaded.set(name, known);
  return known;
}

const headerLength = 12;
const recordLength = 16;

/**
 * Removes kerning and ligatures, which the library would parse again for each document (0.5 s). An sfnt file is a
 * header, a record for each table (tag, checksum, offset, length) and the tables (OpenType 1.9, “Organization of an
 * OpenType Font”).
 */
function removeLayoutTables(font: Buffer): Buffer {
  const records = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const start = headerLength + index * recordLength;
    return font.subarray(start, start + recordLength);
  });
  const kept = records.filter((record) => !['GSUB', 'GPOS', 'GDEF'].includes(record.toString('latin1', 0, 4)));
  const header = Buffer.from(font.subarray(0, headerLength));
  header.writeUInt16BE(kept.length, 4);
  let offset = headerLength + kept.length * recordLength;
  const directory: Buffer[] = [];
  const tables: Buffer[] = [];
  for (const record of kept) {
    const [start, length] = [record.readUInt32BE(8), record.readUInt32BE(12)];
    const moved = Buffer.from(record);
    moved.writeUInt32BE(offset, 8);
    directory.push(moved);
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    font.copy(padded, 0, start, start + length);
    tables.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([header, ...directory, ...tables]);
}
