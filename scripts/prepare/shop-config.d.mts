/** The file with the owner's choices. */
export function findShopConfig(root: string, env?: Readonly<Record<string, string | undefined>>): string;
/** A file and the files that it imports by relative paths. */
export function listImportedFiles(file: string): string[];
