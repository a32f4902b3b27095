export interface CountryException {
  /** In the syntax of libaddressinput, as `CountryData.format`. */
  readonly format?: string;
  readonly postcode?: {
    /** Source of a regular expression of whole postcodes, in upper case. */
    readonly pattern?: string;
    /** Examples in the usual spelling. */
    readonly examples?: readonly string[];
    /** Lists shorter spellings of a postcode, which stand for a larger area. */
    readonly listShorter?: (postcode: string) => readonly string[];
  };
  readonly stateType?: 'county';
  readonly states?: Readonly<Record<string, string>>;
}

export const countryExceptions: Readonly<Record<string, CountryException>> = {
  // Before 1999 a postcode was the four digits of today's postcode: C1070AAM is in 1070, and in C1070.
  AR: {
    postcode: {
      listShorter: (postcode) => {
        const [, letter = '', digits = ''] = /^([A-Z]?)(\d{4})/.exec(postcode) ?? [];
        return [`${letter}${digits}`, digits].filter((each) => each !== '' && each !== postcode);
      },
    },
  },
  // The library's pattern searches words in a longer text instead of matching a whole postcode.
  BH: { postcode: { pattern: String.raw`(?:1[0-2]|[1-9])\d{2}` } },
  // Counties are not part of an address since 1996, but shoppers know them.
  // The library has one example of military post offices, too few to find the space in all their postcodes.
  GB: {
    stateType: 'county',
    postcode: {
      examples: ['SW1A 1AA', 'M34 4AB', 'M2 5BQ', 'GIR 0AA', 'BFPO 1', 'BFPO 61', 'BFPO 123', 'BFPO 1234'],
    },
  },
  // A routing key and an identifier, from letters that can't be confused (Eircode, Product Guide). The library
  // accepts any seven letters and digits.
  IE: {
    postcode: {
      pattern: String.raw`(?:[AC-FHKNPRTV-Y]\d{2}|D6W) ?[\dAC-FHKNPRTV-Y]{4}`,
      examples: ['D02 X285', 'D6W XY00'],
    },
  },
  // The library's examples lack the space that Swedes write.
  SE: { postcode: { examples: ['111 29'] } },
  // No punctuation between city and state (USPS Publication 28, 211). The library names the military states by their codes.
  US: {
    format: '%N%n%O%n%A%n%C %S %Z',
    states: {
      AA: 'Armed Forces Americas',
      AE: 'Armed Forces Europe',
      AP: 'Armed Forces Pacific',
      VI: 'U.S. Virgin Islands',
    },
  },
};

/** Countries whose addresses name the state by its code (UPU, postal addressing systems). */
export const countriesWithStateCodes: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'IT', 'US']);
