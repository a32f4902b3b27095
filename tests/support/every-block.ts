import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { App } from '#app/app.ts';
import type { Block } from '#features/content/blocks/block.ts';
import { checkAnimation } from '#features/content/blocks/files/check-animation.ts';
import { getFileKey } from '#features/content/blocks/files/file-types.ts';
import { refreshFeed } from '#features/photo-feed/feed/refresh-feed.ts';
import { addBlocks } from './content.ts';
import { addProduct } from './products.ts';

/** A square that turns, for two seconds. */
export const testAnimation = {
  ...{ v: '5.7.0', fr: 30, ip: 0, op: 60, w: 400, h: 300, nm: 'square', ddd: 0, assets: [] },
  layers: [
    {
      ...{ ddd: 0, ind: 1, ty: 4, nm: 'square', sr: 1, ao: 0, ip: 0, op: 60, st: 0, bm: 0 },
      ks: {
        o: { a: 0, k: 100 },
        r: {
          a: 1,
          k: [
            { i: { x: [0.8], y: [0.8] }, o: { x: [0.2], y: [0.2] }, t: 0, s: [0] },
            { t: 60, s: [360] },
          ],
        },
        p: { a: 0, k: [200, 150, 0] },
        a: { a: 0, k: [0, 0, 0] },
        s: { a: 0, k: [100, 100, 100] },
      },
      shapes: [
        { ty: 'rc', d: 1, s: { a: 0, k: [120, 120] }, p: { a: 0, k: [0, 0] }, r: { a: 0, k: 0 } },
        { ty: 'fl', c: { a: 0, k: [0.6, 0.3, 0.2, 1] }, o: { a: 0, k: 100 } },
      ],
    },
  ],
};

/** Stores a file as a block's field does. @returns its name */
async function addBlockFile({ shop }: App, content: Buffer, ending: string): Promise<string> {
  const name = `${createHash('sha256').update(content).digest('hex')}.${ending}`;
  await shop.files.put(getFileKey(name), content);
  return name;
}

async function addPicture({ shop }: App, color: string, alt: string): Promise<number> {
  const bytes = await sharp({ create: { width: 1200, height: 800, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
  const stored = await shop.media.store(shop.db, { bytes, name: `${alt}.jpg`, alt });
  if (!stored.ok) throw new Error(stored.code);
  return stored.id;
}

/** Blocks of all types with what each of them shows. */
export async function listEveryBlock(app: App): Promise<readonly Block[]> {
  const products = [await addProduct(app.shop, { name: 'Bowl' }), await addProduct(app.shop, { name: 'Jug' })];
  const [one, two] = [
    await addPicture(app, '#8a5a3c', 'A brown bowl'),
    await addPicture(app, '#4f7361', 'A green jug'),
  ];
  const checked = checkAnimation(JSON.stringify(testAnimation));
  const animation = await addBlockFile(app, (checked.ok && checked.content) || Buffer.alloc(0), 'json');
  const video = await addBlockFile(app, Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), 'mp4');
  const captions = await addBlockFile(app, Buffer.from('WEBVTT\n'), 'vtt');
  const folder = join(app.shop.config.dataDir, 'photo-feed');
  await mkdir(folder, { recursive: true });
  for (const color of ['#8a5a3c', '#4f7361', '#b08a4a'])
    await writeFile(
      join(folder, `kiln-${color.slice(1)}.png`),
      await sharp({ create: { width: 600, height: 600, channels: 3, background: color } })
        .png()
        .toBuffer(),
    );
  await refreshFeed(app.shop);
  const reused = await addBlocks(app.shop, 'reused', [text('r1', '<p>Reused words.</p>')], { kind: 'block' });
  const group = (id: string, title: string, child: Block): Block => ({
    ...{ id, type: 'group', values: { title }, children: [child] },
  });
  const picture = (id: string, picked: number): Block => ({
    id,
    type: 'image',
    values: { pictures: [picked], caption: 'Fired' },
  });
  const link = { linkText: 'All pots', linkHref: '/shop' };
  return [
    {
      id: 'hero',
      type: 'hero',
      values: { title: 'Pots of *clay*', lead: 'Thrown by hand.', pictures: [one], ...link },
    },
    { id: 'to1', type: 'scroll-to', values: { title: 'Words' } },
    text('text', '<h2>Words</h2><p>We make pots since 1990.</p>'),
    { id: 'wish', type: 'wishlist', values: { title: 'Your wishlist', hasLists: true } },
    {
      ...{ id: 'slider', type: 'slider', values: { title: 'Pictures', perView: '2' } },
      children: [
        group('s1', '', picture('s1p', one)),
        group('s2', '', picture('s2p', two)),
        group('s3', '', text('s3t', '<p>And words.</p>')),
        group('s4', '', picture('s4p', one)),
      ],
    },
    {
      id: 'count',
      type: 'count-up',
      values: { number: 12_500, decimals: 0, before: '', after: ' pots', label: 'left our kiln' },
    },
    {
      id: 'lottie',
      type: 'illustration',
      values: { animation, pictures: [two], alt: 'A square that turns', loops: true },
    },
    { id: 'own', type: 'video', values: { file: video, captions, title: 'Our kiln', pictures: [one], address: '' } },
    {
      ...{ id: 'tube', type: 'video' },
      values: { file: '', address: 'https://youtu.be/abcdefghijk', title: 'A visit', pictures: [two] },
    },
    {
      ...{ id: 'map', type: 'map' },
      values: {
        ...{
          title: 'Find us',
          place: 'Kiln Lane 1\nGrayford',
          pictures: [one],
          link: 'https://www.openstreetmap.org/node/1',
        },
        frame: 'https://www.openstreetmap.org/export/embed.html?bbox=1',
      },
    },
    { id: 'to2', type: 'scroll-to', values: { title: 'Goods' } },
    {
      id: 'banner',
      type: 'banner',
      values: { title: 'Our kiln', html: '<p>It is hot.</p>', pictures: [two], ...link },
    },
    picture('image', two),
    { id: 'gallery', type: 'gallery', values: { title: 'Gallery', pictures: [one, two] } },
    { id: 'goods', type: 'products', values: { title: 'Goods', source: 'chosen', products, count: 2, hasLead: false } },
    { id: 'cats', type: 'categories', values: { title: 'Kinds' } },
    { id: 'form', type: 'form', values: { form: 1 } },
    {
      ...{ id: 'cols', type: 'columns', values: { count: '2' } },
      children: [group('c1', '', text('c1t', '<p>Left.</p>')), group('c2', '', text('c2t', '<p>Right.</p>'))],
    },
    {
      ...{ id: 'tabs', type: 'tabs', values: { title: 'Care' } },
      children: [
        group('t1', 'Wash', text('t1t', '<p>By hand.</p>')),
        group('t2', 'Dry', text('t2t', '<p>In air.</p>')),
      ],
    },
    {
      id: 'acc',
      type: 'accordion',
      values: {},
      children: [group('a1', 'How long?', text('a1t', '<p>Two weeks.</p>'))],
    },
    { id: 'table', type: 'table', values: { caption: 'Sizes', rows: 'Pot|Litres\nBowl|1' } },
    { id: 'code', type: 'code', values: { code: 'x = 1' } },
    { id: 'embed', type: 'embed', values: { address: 'https://player.vimeo.com/video/1', title: 'A film' } },
    { id: 'space', type: 'spacer', values: { size: 'small' } },
    { id: 'reuse', type: 'reusable', values: { entry: reused } },
    { id: 'voices', type: 'testimonials', values: { title: 'Voices', count: 3 } },
    { id: 'feed', type: 'photo-feed', values: { title: 'From our workshop', count: 3, columns: 3 } },
  ];
}

export const text = (id: string, html: string): Block => ({ id, type: 'text', values: { html } });
