import * as austria from 'stdnum/lib/cjs/at/uid.js';
import * as belgium from 'stdnum/lib/cjs/be/vat.js';
import * as bulgaria from 'stdnum/lib/cjs/bg/vat.js';
import * as switzerland from 'stdnum/lib/cjs/ch/vat.js';
import * as cyprus from 'stdnum/lib/cjs/cy/vat.js';
import * as czechia from 'stdnum/lib/cjs/cz/dic.js';
import * as germany from 'stdnum/lib/cjs/de/vat.js';
import * as denmark from 'stdnum/lib/cjs/dk/cvr.js';
import * as estonia from 'stdnum/lib/cjs/ee/kmkr.js';
import * as spain from 'stdnum/lib/cjs/es/nif.js';
import * as finland from 'stdnum/lib/cjs/fi/alv.js';
import * as france from 'stdnum/lib/cjs/fr/tva.js';
import * as unitedKingdom from 'stdnum/lib/cjs/gb/vat.js';
import * as greece from 'stdnum/lib/cjs/gr/vat.js';
import * as croatia from 'stdnum/lib/cjs/hr/oib.js';
import * as hungary from 'stdnum/lib/cjs/hu/anum.js';
import * as ireland from 'stdnum/lib/cjs/ie/vat.js';
import * as italy from 'stdnum/lib/cjs/it/iva.js';
import * as lithuania from 'stdnum/lib/cjs/lt/pvm.js';
import * as luxembourg from 'stdnum/lib/cjs/lu/tva.js';
import * as latvia from 'stdnum/lib/cjs/lv/pvn.js';
import * as malta from 'stdnum/lib/cjs/mt/vat.js';
import * as netherlands from 'stdnum/lib/cjs/nl/btw.js';
import * as norway from 'stdnum/lib/cjs/no/mva.js';
import * as poland from 'stdnum/lib/cjs/pl/nip.js';
import * as portugal from 'stdnum/lib/cjs/pt/nif.js';
import * as romania from 'stdnum/lib/cjs/ro/cui.js';
import * as sweden from 'stdnum/lib/cjs/se/vat.js';
import * as slovenia from 'stdnum/lib/cjs/si/ddv.js';
import * as slovakia from 'stdnum/lib/cjs/sk/dph.js';

interface VatFormat {
  /** Checks format and checksum of a number with or without the prefix of its country. */
  validate(number: string): { readonly isValid: boolean };
  /** @returns the number without separators */
  compact(number: string): string;
}

/** Formats by ISO 3166-1 alpha-2 code. A separate module, which is imported when a shopper first enters a number. */
export const vatFormats: Readonly<Record<string, VatFormat>> = {
  ...{ AT: austria, BE: belgium, BG: bulgaria, CH: switzerland, CY: cyprus, CZ: czechia, DE: germany, DK: denmark },
  ...{ EE: estonia, ES: spain, FI: finland, FR: france, GB: unitedKingdom, GR: greece, HR: croatia, HU: hungary },
  ...{ IE: ireland, IT: italy, LT: lithuania, LU: luxembourg, LV: latvia, MT: malta, NL: netherlands, NO: norway },
  ...{ PL: poland, PT: portugal, RO: romania, SE: sweden, SI: slovenia, SK: slovakia },
};
