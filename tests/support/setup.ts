import { afterAll, afterEach } from 'vitest';
import { compareKeptPages, forgetKeptPages } from './kept-pages.ts';

afterEach(compareKeptPages);
afterAll(forgetKeptPages);
