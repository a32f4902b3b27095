/** Names of `TextDecoder`, by the names that the detector `jschardet` uses. */
export const encodingsByName = {
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-5': 'iso-8859-5',
  'iso8859-15': 'iso-8859-15',
  'koi8-r': 'koi8-r',
  ibm866: 'ibm866',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  cp932: 'shift_jis',
  'euc-jp': 'euc-jp',
  gb18030: 'gb18030',
  big5: 'big5',
  cp949: 'euc-kr',
  cp874: 'windows-874',
} as const;

/** An encoding of one language or a few, by its `TextDecoder` name. */
export type LegacyEncoding = (typeof encodingsByName)[keyof typeof encodingsByName];

export const legacyEncodings: readonly LegacyEncoding[] = Object.values(encodingsByName);
