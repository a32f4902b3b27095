import type { AddonFileType } from '#features/pricing/index.ts';
import { uploadTypes } from './stored-upload.ts';

const maxLength = 100;

/** Removes folders, control and invisible characters, and what file systems refuse. At most 100 characters. */
export function cleanText(sent: string): string {
  const text = sent
    // The rest can't be part of the result, and patterns take time.
    .slice(-1000)
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    // Browsers send a quotation mark as %22.
    .replace(/[<>:"|?*]|%22/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return [...text].slice(-maxLength).join('') || 'file';
}

/** The ending becomes one of the type, so that nobody opens a program. */
export function cleanName(sent: string, type: AddonFileType): string {
  const { endings } = uploadTypes[type];
  const name = cleanText(sent);
  const found = /^(.*)\.([^.]{1,10})$/s.exec(name);
  const isKnown = found && endings.includes((found[2] ?? '').toLowerCase());
  const suffix = `.${isKnown ? found[2] : endings[0]}`;
  const stem = (isKnown ? (found[1] ?? '') : name).trim() || 'file';
  return `${[...stem]
    .slice(0, maxLength - suffix.length)
    .join('')
    .trim()}${suffix}`;
}
