import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { definePermission } from '#platform/features/permissions.ts';
import { createLog } from '#platform/http/log.ts';
import { useDatabase } from '#tests/support/database.ts';
import { smallShop } from '#tests/support/small-shop.ts';

const database = useDatabase();

const headers = 'host: localhost\r\ncontent-length: 0\r\n';

describe('a client that leaves while it is answered', () => {
  it.each([
    ['a guest who lacks the permission', 'POST', '/kilns', headers],
    ['a guest in the back office', 'POST', '/admin/kilns', headers],
    ['a write from another origin', 'POST', '/glazes', `${headers}origin: https://evil.example\r\n`],
    ['an address with zero bytes', 'GET', '/glazes/a%00b', headers],
    ['an address with a slash at its end', 'GET', '/glazes/', headers],
  ])('runs no route: %s', async (_case, method, url, sentHeaders) => {
    const { shop, ran, logged, answering, closed } = await open();
    const { hostname, port } = new URL(shop.url);
    const socket = connect(Number(port), hostname);
    socket.write(`${method} ${url} HTTP/1.1\r\n${sentHeaders}\r\n`);
    await answering;
    socket.destroy();
    await closed;
    // The next answer shows that whatever followed the first one has run.
    const next = await fetch(`${shop.url}/after`);
    expect(await next.text()).toBe('after');
    expect(ran).toEqual(['after']);
    expect(logged.filter((line) => line.includes('"level":40') || line.includes('"level":50'))).toEqual(
      method === 'POST' && url === '/glazes' ? [expect.stringContaining('another origin')] : [],
    );
  });
});

/** A shop whose first answer waits for the end of its connection before it is sent. */
async function open() {
  const ran: string[] = [];
  const logged: string[] = [];
  const { promise: answering, resolve: tellAnswering } = Promise.withResolvers<void>();
  const { promise: closed, resolve: tellClosed } = Promise.withResolvers<void>();
  const shop = await smallShop(database, {
    log: createLog('info', { write: (line: string) => logged.push(line) }),
    feature: {
      permissions: [definePermission('kilns.fire', 'Fire the kilns')],
      routes: (app) => {
        app.addHook('onSend', async (request, reply) => {
          if (request.url === '/after') return;
          reply.raw.once('close', tellClosed);
          tellAnswering();
          await closed;
          // The hook above has been told of the end of the connection by now.
          await new Promise((resolve) => setImmediate(resolve));
        });
        const run = (name: string) => async () => {
          ran.push(name);
          return name;
        };
        app.post('/kilns', { config: { requires: 'kilns.fire' } }, run('kilns'));
        app.post('/admin/kilns', { config: { requires: 'kilns.fire' } }, run('kilns'));
        app.post('/glazes', run('glazes'));
        app.get('/glazes', run('glazes'));
        app.get('/glazes/:name', run('glaze'));
        app.get('/after', run('after'));
      },
    },
  });
  return { shop, ran, logged, answering, closed };
}
