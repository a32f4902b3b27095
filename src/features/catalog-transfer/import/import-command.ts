import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { printReport } from '#platform/csv/print-report.ts';
import { findFileProblem } from '#platform/csv/readable-file.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type ImportOptions, importProductFile } from './import-products.ts';
import { fetchPictures, type PictureRequest } from './pictures/fetch-pictures.ts';
import type { ImportMessage } from './report.ts';

export const importCommand: CommandDefinition = {
  name: 'import products',
  summary: 'import products from a CSV export of the e-commerce plugin',
  arguments: [{ name: '<file>', description: 'CSV file' }],
  options: [
    { flags: '--dry-run', description: 'report what would change without changing anything' },
    { flags: '--images <folder>', description: 'folder with the images that the file names' },
    { flags: '--defer-images', description: 'let the running shop fetch the images in the background' },
  ],
  run: async (shop, { arguments: [file = ''], options }, output) => {
    const folder = typeof options.images === 'string' ? resolve(options.images) : undefined;
    const wrong = findFileProblem(file) ?? (folder === undefined ? null : findFolderProblem(folder));
    if (wrong !== null) {
      output.warn(wrong);
      return 2;
    }
    const dryRun = options.dryRun === true;
    const asked = new Map<number, PictureRequest>();
    const onPicture: ImportOptions['onPicture'] = (id, line, field) => {
      if (!asked.has(id)) asked.set(id, { line, field });
    };
    const bar = createProgressBar(output, 'rows');
    const report = await importProductFile(shop, file, {
      dryRun,
      imageFolder: folder,
      onPicture,
      onProgress: bar.show,
    });
    bar.end();
    const later = dryRun || options.deferImages === true;
    const missing = later || asked.size === 0 ? [] : await fetchRequestedPictures(shop, asked, output);
    return printReport(output, { ...report, messages: [...report.messages, ...missing] }, dryRun);
  },
};

function findFolderProblem(folder: string): string | null {
  try {
    return statSync(folder).isDirectory() ? null : `${folder} is not a folder. Pass a folder with --images.`;
  } catch {
    return `${folder} can't be read. Check that it exists and its permissions.`;
  }
}

async function fetchRequestedPictures(
  shop: Shop,
  asked: ReadonlyMap<number, PictureRequest>,
  output: CliOutput,
): Promise<ImportMessage[]> {
  output.warn(
    `The rows were imported. Fetching ${asked.size} images; if you interrupt this, the running shop continues.`,
  );
  const bar = createProgressBar(output, 'pictures');
  const missing = await fetchPictures(shop, asked, { onProgress: (done) => bar.show(done, asked.size) });
  bar.end();
  return missing;
}

/** A progress bar that appears with the first progress. */
function createProgressBar(output: CliOutput, label: string) {
  let bar: ReturnType<CliOutput['progress']> | null = null;
  return {
    show(done: number, total: number) {
      bar ??= output.progress(label, total);
      bar.advance(done);
    },
    end: () => bar?.end(),
  };
}
