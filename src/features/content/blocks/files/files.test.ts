import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { blocksButton } from '#features/content/admin/block-names.ts';
import { addBlocks } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { testAnimation } from '#tests/support/every-block.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { createTestImage } from '#tests/support/uploads.ts';
import { parseVideoAddress } from '../kinds/video-providers.ts';
import { checkAnimation } from './check-animation.ts';

const database = useDatabase();
let app: App;
let entryId: number;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
  entryId = await addBlocks(app.shop, 'films', [{ id: 'a', type: 'video', values: {} }]);
});

function signIn(...permissions: readonly string[]): Shopper {
  const device = newShopper(app);
  const [name = '', value = ''] = createStaffCookie('Ada', 'admin.open', 'content.read', ...permissions).split('=');
  device.cookies.set(name, value);
  return device;
}

/** Presses ‘Done with this block’ with a file chosen. @returns the tree in the page, and what is wrong */
async function send(type: string, field: string, file: File, device = signIn('content.write')) {
  const form = new FormData();
  form.set('title', 'Films');
  form.set('blocks', JSON.stringify([{ id: 'a', type, values: {} }]));
  form.set('blocks.open', 'a');
  form.set(blocksButton, 'blocks.open.a');
  form.set(`blocks.values.${field}.file`, file);
  const { status, body } = await device.submitFiles(`/admin/content/${entryId}`, form);
  const [, name = ''] = new RegExp(`name="blocks.values.${field}" value="([^"]*)"`).exec(body) ?? [];
  return { status, name, body };
}

const toFile = (content: Buffer | string, name: string) =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name);
const mp4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');

describe('a file of a block', () => {
  it('is stored by its content, and sent whole and in ranges for ever', async () => {
    const { name } = await send('video', 'file', toFile(mp4, 'Our kiln.MP4'));
    expect(name).toMatch(/^[0-9a-f]{64}\.mp4$/);
    const whole = await app.http.inject(`/content-files/${name}`);
    expect([whole.statusCode, whole.headers['content-type'], whole.headers['cache-control']]).toEqual([
      200,
      'video/mp4',
      'public, max-age=31536000, immutable',
    ]);
    expect(whole.rawPayload.equals(mp4)).toBe(true);
    const part = await app.http.inject({ url: `/content-files/${name}`, headers: { range: 'bytes=4-7' } });
    expect([part.statusCode, part.body]).toEqual([206, 'ftyp']);
  });

  it.each([
    ['video', 'file', 'film.mp4', '<script>alert(1)</script>'],
    ['video', 'file', 'film.webm', '\0\0\0\x18ftypmp42'],
    ['video', 'file', 'film.html', '\0\0\0\x18ftypmp42'],
    ['video', 'captions', 'words.vtt', 'WEBVTT2'],
    ['illustration', 'animation', 'square.json', '{"layers":[]}'],
  ])('of a %s is refused with other content: %s %s', async (type, field, name, content) => {
    const sent = await send(type, field, toFile(content, name));
    expect(sent.name).toBe('');
    expect(sent.body).not.toContain('<script>alert');
  });

  it('is stored for nobody who may not change pages', async () => {
    const sent = await send('video', 'file', toFile(Buffer.concat([mp4, Buffer.from('x')]), 'film.mp4'), signIn());
    expect([sent.status, sent.name]).toEqual([403, '']);
  });

  it.each(['x.mp4', `${'a'.repeat(64)}.html`, `${'a'.repeat(64)}.mp4`, `..%2f${'a'.repeat(64)}.mp4`])(
    'is none: %s',
    async (name) => {
      expect((await app.http.inject(`/content-files/${name}`)).statusCode).toBe(404);
    },
  );

  it('of a picture goes to the media library', async () => {
    const form = new FormData();
    form.set('title', 'Films');
    form.set('blocks', JSON.stringify([{ id: 'a', type: 'hero', values: {} }]));
    form.set('blocks.open', 'a');
    form.set(blocksButton, 'blocks.open.a');
    form.set('blocks.values.pictures.files', toFile(await createTestImage(), 'bowl.png'));
    const { body } = await signIn('content.write', 'media.write').submitFiles(`/admin/content/${entryId}`, form);
    const [, id] = /name="blocks.values.pictures" value="(\d+)"/.exec(body) ?? [];
    const { rows } = await database.pool.query('select name from platform.media where id = $1', [id]);
    expect(rows).toEqual([{ name: 'bowl.png' }]);
  });
});

describe('an animation', () => {
  const change = (values: object) => checkAnimation(JSON.stringify({ ...testAnimation, ...values }));
  const [layer] = testAnimation.layers;

  it('[2.1/17] keeps what it shows, and has no names of elements', () => {
    const shapes = layer?.shapes.map((shape) => ({ ...shape, ln: 'vt-status', cl: 'site-header' }));
    const more = { segments: [{ time: 1 }], __complete: true };
    const checked = change({ layers: [{ ...layer, shapes, ln: 'main', cl: 'site-header' }], ...more });
    expect(checked).toMatchObject({ ok: true });
    const content = checked.ok ? String(checked.content) : '';
    expect(JSON.parse(content)).toEqual(testAnimation);
  });

  it('[2.1/17] keeps repeated shapes, compositions and its own pictures', () => {
    const values = {
      assets: [
        { id: 'c', layers: [{ ty: 4, shapes: [{ ty: 'rc' }, { ty: 'rp', c: { a: 0, k: 12 } }] }] },
        { id: 'i', w: 1, h: 1, u: '', p: 'data:image/png;base64,AAAA', e: 1 },
      ],
      layers: [layer, { ty: 0, refId: 'c' }, { ty: 0, refId: 'c' }, { ty: 2, refId: 'i' }],
    };
    const checked = change(values);
    expect(JSON.parse(checked.ok ? String(checked.content) : '{}')).toEqual({ ...testAnimation, ...values });
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['no layers', JSON.stringify({ ...testAnimation, layers: [] })],
    ['an endless size', JSON.stringify({ ...testAnimation, w: 1e9 })],
    ['too many levels', `${'['.repeat(200)}${']'.repeat(200)}`],
    ['levels without end', `{"layers":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('is refused as %s', (_, json) => {
    expect(checkAnimation(json)).toMatchObject({ ok: false });
  });

  it.each([
    ['an expression', { layers: [{ ...layer, ks: { ...layer?.ks, o: { a: 0, k: 100, x: 'var $bm_rt = 1;' } } }] }],
    ['an expression of an effect', { layers: [{ ...layer, ef: [{ ef: [{ v: { x: 'alert(1)' } }] }] }] }],
    ['a picture of elsewhere', { assets: [{ id: 'i', w: 1, h: 1, u: 'https://evil.example/', p: 'x.png', e: 0 }] }],
    [
      'a picture that is a page',
      { assets: [{ id: 'i', w: 1, h: 1, u: '', p: 'data:image/svg+xml;base64,PHN2Zz4=', e: 1 }] },
    ],
    [
      'a picture by its folder alone',
      { assets: [{ id: 'i', w: 1, h: 1, u: 'https://evil.example/x.png', p: '', e: 0 }] },
    ],
    ['a file of numbers', { assets: [{ id: 'i', t: 3, u: '/private-state', p: '', e: 0 }] }],
    [
      'a composition that contains itself',
      { layers: [{ ...layer, refId: 'a' }], assets: [{ id: 'a', layers: [{ ty: 0, refId: 'a' }] }] },
    ],
    [
      'compositions that multiply',
      {
        layers: [{ ty: 0, refId: 'c0' }],
        assets: Array.from({ length: 30 }, (_, index) => ({
          id: `c${index}`,
          layers: Array.from({ length: 10 }, () => ({ ty: 0, refId: `c${index + 1}` })),
        })),
      },
    ],
    [
      'a long row of compositions',
      {
        layers: [{ ty: 0, refId: 'c0' }],
        assets: Array.from({ length: 900 }, (_, index) => ({
          id: `c${index}`,
          layers: [{ ty: 0, x: { y: { z: { refId: `c${index + 1}` } } } }],
        })),
      },
    ],
    ['a shape without end', { layers: [{ ...layer, shapes: [{ ty: 'rc' }, { ty: 'rp', c: { a: 0, k: 1e9 } }] }] }],
    ['a font of elsewhere', { fonts: { list: [{ fName: 'x', fPath: 'https://evil.example/x.css' }] } }],
  ])('is refused with %s', (_, values) => {
    expect(change(values)).toMatchObject({ ok: false });
  });
});

describe('the address of a video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=abcdefghijk&t=1', 'youtube'],
    ['https://youtu.be/abcdefghijk', 'youtube'],
    ['https://www.youtube-nocookie.com/embed/abcdefghijk', 'youtube'],
    ['https://vimeo.com/123456', 'vimeo'],
    ['https://player.vimeo.com/video/123456', 'vimeo'],
    ['http://youtu.be/abcdefghijk', null],
    ['https://youtu.be/"><script>', null],
    ['https://youtube.com.evil.example/watch?v=abcdefghijk', null],
    ['https://a@youtu.be/abcdefghijk', null],
    ['javascript:alert(1)', null],
    ['', null],
  ])('%s', (address, provider) => {
    expect(parseVideoAddress(address)?.provider ?? null).toBe(provider);
  });
});
