import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { createLog } from '#platform/http/log.ts';
import { defineIsland } from '#platform/islands/island.shared.ts';
import { Island } from '#platform/islands/island.tsx';
import { createGuest } from '#platform/sessions/actor.ts';
import { createFragments, defineFragment, Fragment, renderFragments } from './fragments.tsx';

const actor = createGuest('b9a3c1de-0000-4000-8000-000000000000');

const Field = defineIsland('trial/field', function Field({ label }: { label: string }) {
  return <input id={useId()} aria-label={label} />;
});

function Named({ name }: { name: string }) {
  const id = useId();
  return <p id={id}>{name}</p>;
}

const greeting = defineFragment({
  key: 'greeting',
  options: z.object({ name: z.string().max(10).default('you') }),
  render: async (_shop, { visitorId }, { name }) => (
    <>
      <Named name={`${name} ${visitorId?.slice(0, 4)}`} />
      <Island of={Field} props={{ label: name }} />
    </>
  ),
});

const broken = defineFragment({
  key: 'broken',
  options: z.unknown(),
  render: async () => {
    throw new Error('no');
  },
});

const shopWith = (...definitions: Parameters<typeof createFragments>[0]): Pick<Shop, 'fragments' | 'log'> => ({
  fragments: createFragments(definitions),
  log: createLog('silent'),
});

describe('fragments', () => {
  it('[3.8/16] turn a map of keys to options into a map of keys to HTML', async () => {
    const html = await renderFragments(shopWith(greeting), actor, { greeting: { name: 'Ada' } });
    expect(Object.keys(html)).toEqual(['greeting']);
    expect(html.greeting).toContain('>Ada b9a3</p>');
  });

  it('are requested by instance when a page has several', async () => {
    const html = await renderFragments(shopWith(greeting), actor, {
      greeting: {},
      'greeting:drawer': { name: 'Bo' },
    });
    expect(html.greeting).toContain('you');
    expect(html['greeting:drawer']).toContain('Bo');
  });

  it('skip unknown keys and invalid options, and render the rest', async () => {
    const requested = {
      greeting: {},
      nothing: {},
      constructor: {},
      'greeting:<b>': {},
      'greeting:long': { name: 'far too long a name' },
      'greeting:list': [],
      'greeting:null': null,
    };
    expect(Object.keys(await renderFragments(shopWith(greeting), actor, requested))).toEqual(['greeting']);
  });

  it('are limited to 20 in one call', async () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`greeting:${index}`, {}]));
    expect(Object.keys(await renderFragments(shopWith(greeting), actor, many))).toHaveLength(20);
  });

  it('render the others when one fails', async () => {
    const html = await renderFragments(shopWith(greeting, broken), actor, { broken: {}, greeting: {} });
    expect(Object.keys(html)).toEqual(['greeting']);
  });

  it('keep the ids of their plain markup from page to reply, while islands get new ones', async () => {
    const content = await greeting.render({} as Shop, actor, { name: 'Ada' });
    const page = renderToString(
      <main>
        <Fragment of="greeting" options={{ name: 'Ada' }}>
          {content}
        </Fragment>
      </main>,
    );
    const reply = (await renderFragments(shopWith(greeting), actor, { greeting: { name: 'Ada' } })).greeting ?? '';
    const findId = (html: string, tag: string) => new RegExp(`<${tag} id="([^"]+)"`).exec(html)?.[1];
    expect(findId(page, 'p')).toBe(findId(reply, 'p'));
    expect(findId(page, 'input')).toBeTruthy();
    expect(findId(page, 'input')).not.toBe(findId(reply, 'input'));
  });

  it('have unique ids for each instance on a page', () => {
    const page = renderToString(
      <main>
        <Fragment of="greeting">
          <Named name="a" />
        </Fragment>
        <Fragment of="greeting" id="drawer" options={{ name: '"b"' }}>
          <Named name="b" />
        </Fragment>
      </main>,
    );
    const ids = [...page.matchAll(/<p id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(2);
    expect(page).toContain('data-instance="drawer" data-options="{&quot;name&quot;:&quot;\\&quot;b\\&quot;&quot;}"');
  });

  it('have one owner for each key', () => {
    expect(() => createFragments([greeting, greeting])).toThrow('two owners');
    expect(() => createFragments([{ ...greeting, key: 'a:b' }])).toThrow("can't have the key");
  });
});
