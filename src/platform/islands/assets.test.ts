import { describe, expect, it } from 'vitest';
import { createAssets } from './assets.ts';

const manifest = {
  'src/app/browser.ts': { file: 'assets/browser-a1.js', css: ['assets/browser-b2.css'] },
  'src/app/admin-browser.ts': { file: 'assets/admin-browser-f6.js' },
  'src/app/styles.css': { file: 'assets/styles-c3.css' },
  'src/ui/fonts/newsreader.woff2': { file: 'assets/newsreader-d4.woff2' },
  'src/ui/fonts/hanken-grotesk.woff2': { file: 'assets/hanken-grotesk-e5.woff2' },
};

describe('the files of a page', () => {
  it('are found under their hashed names in a build', () => {
    const assets = createAssets({ manifest, folders: ['/dist/client'] });
    expect(assets.entry).toBe('/assets/browser-a1.js');
    expect(assets.adminEntry).toBe('/assets/admin-browser-f6.js');
    expect(assets.styles).toEqual(['/assets/styles-c3.css', '/assets/browser-b2.css']);
    expect(assets.fonts).toEqual(['/assets/newsreader-d4.woff2', '/assets/hanken-grotesk-e5.woff2']);
    expect(() => assets.url('src/ui/fonts/none.woff2')).toThrow('The build has no file for src/ui/fonts/none.woff2');
  });

  it('are the sources themselves in development', () => {
    const assets = createAssets('development');
    expect(assets.entry).toBe('/src/app/browser.ts');
    expect(assets.adminEntry).toBe('/src/app/admin-browser.ts');
    expect(assets.styles).toEqual(['/src/app/styles.css']);
    expect(assets.url('src/ui/icon.tsx')).toBe('/src/ui/icon.tsx');
    expect(assets.folders).toEqual([]);
  });
});
