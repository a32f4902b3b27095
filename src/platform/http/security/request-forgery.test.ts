import { describe, expect, it } from 'vitest';
import { isWriteAllowed } from './request-forgery.ts';

const live = { mode: 'live', publicUrl: 'https://shop.example' } as const;
const demo = { mode: 'demo', publicUrl: 'http://localhost:3000' } as const;
const from = (origin?: string, fetchSite?: string, host?: string) => ({ origin, fetchSite, host });

describe('a write', () => {
  it.each([
    ['from the shop itself', from('https://shop.example', 'same-origin'), true],
    ['from another site', from('https://evil.example', 'cross-site'), false],
    ['from another site, by a browser without fetch metadata', from('https://evil.example'), false],
    ['from a subdomain', from('https://blog.shop.example', 'same-site'), false],
    ['from the shop over plain http', from('http://shop.example'), false],
    ['with Origin null and without Sec-Fetch-Site', from('null'), false],
    ['with Origin null from another site', from('null', 'cross-site'), false],
    ['with Origin null from the same origin', from('null', 'same-origin'), true],
    ['that a browser calls cross-site, whatever its Origin says', from('https://shop.example', 'cross-site'), false],
    ['from a program without these headers', from(), true],
  ])('%s: allowed %s', (_title, source, allowed) => {
    expect(isWriteAllowed(live, 'POST', source)).toBe(allowed);
  });

  it('to the demo shop is allowed from its own loopback names only', () => {
    expect(isWriteAllowed(demo, 'POST', from('http://127.0.0.1:3000', 'same-origin', '127.0.0.1:3000'))).toBe(true);
    expect(isWriteAllowed(demo, 'POST', from('http://127.0.0.1:8080', 'same-site', '127.0.0.1:3000'))).toBe(false);
    expect(isWriteAllowed(demo, 'POST', from('http://evil.example', 'cross-site', 'evil.example'))).toBe(false);
  });

  it('reading is always allowed', () => {
    expect(isWriteAllowed(live, 'GET', from('https://evil.example', 'cross-site'))).toBe(true);
  });
});
