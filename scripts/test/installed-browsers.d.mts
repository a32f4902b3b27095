import type { WebKitPrograms } from '#e2e/browsers/support/webkit.ts';

export function findFirefox(): string | undefined;
export function listMissingForWebKit(): string[];
export function findWebKit(): WebKitPrograms | undefined;
