import fc from 'fast-check';

/** Any code point but half a pair. The unit `binary` of fast-check takes most of a second to prepare in each worker. */
export const anyCharacter = fc
  .nat(0x10_f7_ff)
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800));
