import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { createProgressBar } from '#platform/cli/progress-bar.ts';
import { exportProducts } from './export-products.ts';

export const exportCommand: CommandDefinition = {
  name: 'export products',
  summary: 'write all products as a file that import products reads',
  requires: 'products.read',
  arguments: [{ name: '[file]', description: 'default: standard output' }],
  options: [{ flags: '--replace', description: 'overwrite an existing file' }],
  run: async (shop, { arguments: [file], options }, output) => {
    if (file === undefined) {
      if (output.json) {
        output.warn(
          '--json needs a file name, because the products would go to standard output. Pass one: shop export products products.csv --json',
        );
        return 2;
      }
      // Without this listener, a closed reader (`| head`) would end the process during its transaction.
      process.stdout.on('error', () => {});
      await exportProducts(shop, { write: writeToStandardOutput }).catch((error) => {
        if (!(error instanceof ReaderClosedError)) throw error;
      });
      return 0;
    }
    if (existsSync(file) && options.replace !== true) {
      output.warn(`${file} already exists. Choose another name or pass --replace.`);
      return 2;
    }
    const bar = createProgressBar(output, 'rows');
    const rows = await writeToFile(file, (write) => exportProducts(shop, { write, onProgress: bar.show }));
    bar.end();
    output.line(`${rows} products and variations were exported to ${file}.`);
    output.result({ file, rows });
    return 0;
  },
};

class ReaderClosedError extends Error {}

/** @throws ReaderClosedError when the reader has closed standard output */
async function writeToStandardOutput(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(new ReaderClosedError()) : resolve()));
  });
}

/** Writes to a temporary file first, so that the target file is either complete or missing. */
async function writeToFile(
  file: string,
  writeContent: (write: (text: string) => Promise<void>) => Promise<number>,
): Promise<number> {
  const temporaryFile = `${file}.${process.pid}.part`;
  const handle = await open(temporaryFile, 'wx');
  try {
    const rows = await writeContent((text) => handle.appendFile(text));
    await handle.sync();
    await handle.close();
    await rename(temporaryFile, file);
    return rows;
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(temporaryFile, { force: true });
    throw error;
  }
}
