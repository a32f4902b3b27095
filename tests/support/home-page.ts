import { expect } from 'vitest';
import type { App } from '#app/app.ts';
import { adminPath } from '#platform/admin/contract.ts';

/** The content of the start page of the back office, and its text with plain spaces. */
export async function visitHome({ http }: App, cookie: string) {
  const reply = await http.inject({ url: adminPath(), headers: { accept: 'text/html', cookie } });
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'private, no-store']);
  const main = /<main.*<\/main>/s.exec(reply.body)?.[0] ?? '';
  const text = main
    .replaceAll(/<!-- -->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  return { main, text };
}
