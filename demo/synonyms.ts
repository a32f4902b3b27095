import type { Synonym } from '#features/search/index.ts';

const glazes = (words: string[], ...names: string[]): Synonym => ({
  words,
  finds: [],
  terms: names.map((name) => `glaze:${name}`),
});
const same = (...words: string[]): Synonym => ({ words, finds: [], terms: [] });
const means = (words: string[], ...finds: string[]): Synonym => ({ words, finds, terms: [] });

/** What shoppers call the glazes, materials and pieces of the demo shop. */
export const synonyms: Synonym[] = [
  glazes(['white', 'off white', 'ivory', 'pale'], 'chalk'),
  glazes(['cream', 'off white', 'ivory', 'beige', 'speckled', 'buff'], 'oat'),
  glazes(['yellow', 'honey coloured', 'mustard', 'gold'], 'straw'),
  glazes(['green', 'grey green', 'gray green', 'sage', 'mint'], 'celadon'),
  glazes(['green', 'olive green', 'khaki'], 'samphire'),
  glazes(['blue', 'navy', 'dark blue', 'slate blue', 'blue grey', 'blue gray', 'grey', 'gray'], 'tide'),
  glazes(['brown', 'natural', 'unglazed', 'raw clay', 'terracotta', 'tan'], 'bare'),
  glazes(['red', 'brick red', 'dark red', 'brown', 'burgundy', 'orange'], 'rust'),
  glazes(['black', 'dark', 'jet black'], 'ink'),
  means(['ceramic', 'ceramics', 'pottery', 'earthenware', 'crockery'], 'stoneware', 'clay', 'tableware'),
  means(['china'], 'porcelain'),
  means(['wood', 'timber'], 'oak', 'wooden'),
  means(['fabric', 'textile'], 'linen', 'cloth'),
  same('mug', 'cup', 'beaker', 'coffee cup'),
  same('jug', 'pitcher', 'carafe', 'creamer'),
  same('planter', 'plant pot', 'flower pot'),
  same('lamp', 'light', 'lighting'),
  same('candlestick', 'candle holder', 'candleholder'),
  same('jar', 'canister', 'storage pot'),
  same('platter', 'serving plate', 'serving dish'),
  same('bowl', 'salad bowl', 'serving bowl', 'dish'),
  same('trivet', 'hob stand', 'pot stand'),
  same('gift', 'present'),
  same('knife', 'knives'),
  same('postage', 'delivery', 'shipping', 'shipment'),
  same('returns', 'refund', 'exchange', 'withdrawal'),
  means(['data protection', 'gdpr'], 'privacy'),
  means(['email', 'phone', 'telephone', 'address', 'help'], 'contact', 'imprint'),
];
