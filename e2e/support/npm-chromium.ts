import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

export interface Unpacked {
  readonly executablePath: string;
  /** A font configuration: the system's fonts, and the package's own where there are none. */
  readonly fonts: string;
  /** Shared libraries for a system that lacks them. */
  readonly libraries: string;
}

// The package unpacks into the temporary folder of its process, and takes whatever chromium lies there already: so it
// gets a process and a folder of its own.
const unpack = `
  const [entry, libraries] = process.argv.slice(1);
  const { default: chromium, inflate } = await import(entry);
  await Promise.all([chromium.executablePath(), inflate(libraries)]);
`;

/** Unpacks `@sparticuz/chromium` (its folder in `home`) into `folder`, once; several may try at the same time. */
export async function unpackChromium(home: string, folder: string): Promise<Unpacked> {
  if (!existsSync(folder)) await unpackInto(home, folder);
  return {
    executablePath: join(folder, 'chromium'),
    fonts: join(folder, 'fonts.conf'),
    libraries: join(folder, 'al2023', 'lib'),
  };
}

async function unpackInto(home: string, folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  try {
    const entry = pathToFileURL(join(home, 'build', 'index.js')).href;
    const args = ['--input-type=module', '-e', unpack, entry, join(home, 'bin', 'al2023.tar.br')];
    await promisify(execFile)(process.execPath, args, { env: { ...process.env, TMPDIR: draft } });
    writeFileSync(join(draft, 'fonts.conf'), fontsConf(folder));
    renameSync(draft, folder);
  } catch (error) {
    // Somebody else was faster: theirs is as good.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function fontsConf(folder: string): string {
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(folder, 'fonts', 'fonts')];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((path) => `  <dir>${path}</dir>`).join('\n')}
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
