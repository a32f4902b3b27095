import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

export interface UnpackedChromium {
  readonly executablePath: string;
  /** Fontconfig file with the fonts of the system and of the package. */
  readonly fonts: string;
  /** Folder of shared libraries, for a system that lacks them. */
  readonly libraries: string;
}

// The package unpacks into its process's temporary folder and reuses a Chromium found there, so it
// runs in a process with a temporary folder of its own.
const unpackScript = `
  const [entry, libraries] = process.argv.slice(1);
  const { default: chromium, inflate } = await import(entry);
  await Promise.all([chromium.executablePath(), inflate(libraries)]);
`;

/**
 * Unpacks `@sparticuz/chromium` into `folder`, once. Several processes may do so at the same time.
 * @param packageFolder folder of the installed package
 */
export async function unpackChromium(packageFolder: string, folder: string): Promise<UnpackedChromium> {
  if (!existsSync(folder)) await unpackInto(packageFolder, folder);
  return {
    executablePath: join(folder, 'chromium'),
    fonts: join(folder, 'fonts.conf'),
    libraries: join(folder, 'al2023', 'lib'),
  };
}

async function unpackInto(packageFolder: string, folder: string): Promise<void> {
  const temporaryFolder = `${folder}.${process.pid}`;
  rmSync(temporaryFolder, { recursive: true, force: true });
  mkdirSync(temporaryFolder, { recursive: true });
  try {
    const entry = pathToFileURL(join(packageFolder, 'build', 'index.js')).href;
    const args = ['--input-type=module', '-e', unpackScript, entry, join(packageFolder, 'bin', 'al2023.tar.br')];
    await promisify(execFile)(process.execPath, args, { env: { ...process.env, TMPDIR: temporaryFolder } });
    writeFileSync(join(temporaryFolder, 'fonts.conf'), createFontsConf(folder));
    renameSync(temporaryFolder, folder);
  } catch (error) {
    // Another process was faster: use its folder.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
}

function createFontsConf(folder: string): string {
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(folder, 'fonts', 'fonts')];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((path) => `  <dir>${path}</dir>`).join('\n')}
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
