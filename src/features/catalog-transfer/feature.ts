import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { getFormPath } from '#platform/admin/forms/form.ts';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { createProgressBar } from '#platform/cli/progress-bar.ts';
import { encodingOption, readEncodingOption } from '#platform/csv/encoding-option.ts';
import { findFileProblem } from '#platform/csv/file-problem.ts';
import { printReport } from '#platform/csv/print-report.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import type { Shop } from '#platform/features/shop.ts';
import { importErrors, redirectErrors } from './errors.ts';
import { exportCommand } from './export/export-command.ts';
import { fetchImages, type ImageRequest, listFailedImages } from './import/images/fetch-images.ts';
import { type ImportOptions, importProductFile } from './import/import-products.ts';
import { readMapping } from './import/parse/columns.ts';
import type { ImportMessage } from './import/report.ts';
import { redirectForm } from './redirects/redirect-form.ts';
import { redirectList } from './redirects/redirect-list.tsx';
import { redirectSettings } from './redirects/settings.ts';
import { redirectTexts } from './redirects/texts.ts';

const importCommand: CommandDefinition = {
  name: 'import products',
  summary: 'import products from a CSV export of the e-commerce plugin',
  requires: 'products.write',
  arguments: [{ name: '<file>', description: 'CSV file' }],
  options: [
    {
      flags: '--column <mapping>',
      description: "what a column of the file is: 'Artikelnummer=SKU'; 'Artikelnummer=' leaves it out; can be repeated",
      isRepeatable: true,
    },
    {
      flags: '--dates <first>',
      description: "what comes first in dates such as 03/04/2026: 'day' or 'month'; default: recognised",
    },
    { flags: '--decimal <separator>', description: "how the file separates decimals: '.' or ','; default: recognised" },
    { flags: '--dry-run', description: 'report what would change without changing anything' },
    encodingOption,
    { flags: '--images <folder>', description: 'folder with the images that the file names' },
    { flags: '--defer-images', description: 'let the running shop fetch the images in the background' },
  ],
  run: async (shop, { arguments: [file = ''], options, actor }, output) => {
    const folder = typeof options.images === 'string' ? resolve(options.images) : undefined;
    const problem = findFileProblem(file) ?? (folder === undefined ? null : findFolderProblem(folder));
    if (problem !== null) {
      output.warn(problem);
      return 2;
    }
    const decimal = ([undefined, '.', ','] as const).find((separator) => separator === options.decimal);
    if (decimal !== options.decimal) {
      output.warn("--decimal: expected '.' or ','");
      return 2;
    }
    const dateOrder = ([undefined, 'day', 'month'] as const).find((first) => first === options.dates);
    if (dateOrder !== options.dates) {
      output.warn("--dates: expected 'day' or 'month'");
      return 2;
    }
    const encoding = readEncodingOption(options.encoding, output);
    if (encoding === null) return 2;
    const mapping = readMapping(typeof options.column === 'string' ? options.column.split('\n') : []);
    if (typeof mapping === 'string') {
      output.warn(`--column: ${mapping}`);
      return 2;
    }
    const dryRun = options.dryRun === true;
    const requests = new Map<number, ImageRequest>();
    const onImageRequest: ImportOptions['onImageRequest'] = (id, line, field) => {
      if (!requests.has(id)) requests.set(id, { line, field });
    };
    const bar = createProgressBar(output, 'rows');
    const report = await importProductFile(shop, file, {
      decimal,
      dateOrder,
      encoding,
      mapping,
      dryRun,
      imageFolder: folder,
      onImageRequest,
      onProgress: bar.show,
      by: actor,
    });
    bar.end();
    const isDeferred = options.deferImages === true;
    const failedFetches =
      dryRun || requests.size === 0 ? [] : await fetchRequestedImages(shop, requests, { output, isDeferred });
    return printReport(output, { ...report, messages: [...report.messages, ...failedFetches] }, dryRun);
  },
};

function findFolderProblem(folder: string): string | null {
  try {
    return statSync(folder).isDirectory() ? null : `${folder} is not a folder. Pass a folder with --images.`;
  } catch {
    return `${folder} can't be read. Check that it exists and its permissions.`;
  }
}

async function fetchRequestedImages(
  shop: Shop,
  requests: ReadonlyMap<number, ImageRequest>,
  { output, isDeferred }: { readonly output: CliOutput; readonly isDeferred: boolean },
): Promise<ImportMessage[]> {
  // Images of a folder were already read together with the rows.
  if (isDeferred) return listFailedImages(shop, requests);
  output.warn(
    `The rows were imported. Fetching ${requests.size} images; if you interrupt this, the running shop continues.`,
  );
  const bar = createProgressBar(output, 'images');
  const failedFetches = await fetchImages(shop, requests, { onProgress: (done) => bar.show(done, requests.size) });
  bar.end();
  return failedFetches;
}

export const catalogTransfer: Feature = {
  name: 'catalog-transfer',
  needs: ['catalog', 'inventory', 'pricing'],
  permissions: [
    definePermission('redirects.read', 'See redirects of old addresses'),
    definePermission('redirects.write', 'Change and import redirects of old addresses'),
  ],
  admin: {
    lists: [redirectList],
    forms: [redirectForm],
    auditKinds: [
      {
        kind: 'redirect',
        text: redirectTexts.redirect,
        page: { requires: redirectForm.requires, path: (id) => getFormPath(redirectForm, Number(id)) },
      },
    ],
    navigation: [
      { section: 'content', text: redirectTexts.redirects, path: redirectList.path, permission: redirectList.requires },
    ],
  },
  settings: [redirectSettings],
  texts: [redirectTexts],
  commands: [importCommand, exportCommand],
  errors: [importErrors, redirectErrors],
};
