import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { build } from 'vite';
import { findChromium } from '#e2e/support/browser.ts';
import { writeContactSheet } from './contact-sheet.ts';
import { writeSizes } from './sizes.ts';
import type { Photograph, Studio } from './studio/main.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    view: { type: 'string', multiple: true },
    width: { type: 'string', default: '1280' },
    draft: { type: 'boolean', default: false },
    out: { type: 'string', default: join(import.meta.dirname, '../media') },
    sheet: { type: 'string' },
    sizes: { type: 'boolean', default: false },
  },
});

const outputWidth = Number(values.width);
if (!Number.isInteger(outputWidth) || outputWidth < 64 || outputWidth > 4000)
  throw new Error(`--width: expected a whole number from 64 to 4000, not ${values.width}`);

// Frames cost the most, so masters are rendered smaller and enlarged; lens blur hides it.
const quality = values.draft
  ? { width: Math.round(outputWidth * 0.7), frames: 6, rays: 24, shadow: 1024 }
  : { width: Math.round(outputWidth * 0.75), frames: 12, rays: 96, shadow: 1792 };

async function bundleStudio(): Promise<string> {
  const entry = join(import.meta.dirname, 'studio/main.ts');
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'saltmarsh' } },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (!chunk) throw new Error('Vite bundled no code for studio/main.ts');
  return chunk.code;
}

/** Opens the studio in a Chromium that renders without a graphics card. */
async function openStudio(): Promise<{ page: Page; close: () => Promise<void> }> {
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  page.on('pageerror', (error) => console.error(error.message));
  page.on('console', (message) => console.error(message.text()));
  await page.addScriptTag({ content: await bundleStudio() });
  return { page, close: () => browser.close() };
}

async function savePhotograph(slug: string, { view, picture }: Photograph): Promise<void> {
  const png = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
  const enlarged = sharp(png).resize(outputWidth, Math.round(outputWidth * 1.25), { kernel: 'lanczos3' });
  const jpeg = await enlarged.jpeg({ quality: 88, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer();
  await writeFile(join(values.out, slug, `${view}.jpg`), jpeg);
}

async function renderPhotographs(): Promise<void> {
  const { page, close } = await openStudio();
  try {
    const list = await page.evaluate(() => (window as unknown as { studio: Studio }).studio.list());
    for (const slug of values.only ?? []) {
      if (!list.some((entry) => entry.slug === slug)) throw new Error(`--only: no product ${slug} in studio/sittings/`);
    }
    const sittings = values.only?.flatMap((slug) => list.filter((entry) => entry.slug === slug)) ?? list;
    for (const { slug, sitting, views } of sittings) {
      const wanted = views.filter((view) => !values.view || values.view.includes(view));
      if (wanted.length === 0) continue;
      const started = performance.now();
      const order = { slug, sitting, views: wanted, ...quality };
      const photographs = await page.evaluate(
        (given) => (window as unknown as { studio: Studio }).studio.photograph(given),
        order,
      );
      await mkdir(join(values.out, slug), { recursive: true });
      for (const photograph of photographs) await savePhotograph(slug, photograph);
      console.log(`${slug}: ${wanted.join(', ')} in ${Math.round((performance.now() - started) / 1000)} s`);
    }
  } finally {
    await close();
  }
}

if (values.sheet) await writeContactSheet(values.out, values.sheet);
else if (values.sizes) await writeSizes(values.out);
else await renderPhotographs();
