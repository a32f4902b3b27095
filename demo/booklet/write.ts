import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePdf } from './pdf.ts';
import { bookletPages } from './text.ts';

const folder = join(import.meta.dirname, '../files');
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'glaze-care.pdf'), writePdf('Glaze care', bookletPages));
