import { afterAll, afterEach } from 'vitest';
import { compareKeptPages, forgetKeptPages } from './kept-pages.ts';
import { closeOpened } from './opened.ts';

// React selects its build when it is loaded. NODE_ENV is `production` only meanwhile: the checks of
// replies and props that the shop makes outside production stay on.
const before = process.env.NODE_ENV;
process.env.NODE_ENV = 'production';
await import('react');
await import('react/jsx-runtime');
await import('react-dom/server');
process.env.NODE_ENV = before;

afterEach(compareKeptPages);
afterAll(forgetKeptPages);
afterAll(() => closeOpened());
