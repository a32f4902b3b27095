import type { PurchasableVariation } from '#features/catalog/index.ts';
import { type AddonFailure, addonFieldName } from '#features/pricing/index.ts';
import { productFormTexts } from '#features/product-form/index.ts';
import type { UploadFailure } from '#features/uploads/index.ts';
import type { Text, TextValues } from '#platform/texts/texts.ts';
import type { AddFailureCode } from '../contract.ts';
import type { CartRow } from '../lines/cart-rows.ts';

import { getRuleValues, type PricedLine } from '../lines/price-lines.ts';
import { cartTexts } from '../texts.ts';

export type RefusedProduct = Pick<PurchasableVariation, 'productId' | 'name' | 'slug' | 'addons'>;

export interface AddFailure {
  readonly ok: false;
  readonly code: AddFailureCode;
  readonly text: Text;
  readonly values: TextValues;
  /** Failures by form field; empty when no field is the cause. */
  readonly fields: readonly { readonly field: string; readonly text: Text; readonly values: TextValues }[];
  readonly product: RefusedProduct | null;
}

/** Two of the messages belong to the product form. */
const texts = {
  ...cartTexts,
  MAKE_A_SELECTION: productFormTexts.makeASelection,
  UNAVAILABLE: productFormTexts.unavailable,
};

type FileFailureCode = `FILE_${string}` | 'TOO_MANY_UPLOADS' | 'UPLOADS_FULL';

export function createAddFailure(
  code: Exclude<AddFailureCode, `ADDON_${string}` | FileFailureCode>,
  product: RefusedProduct | null,
  values: TextValues = {},
): AddFailure {
  return {
    ok: false,
    code,
    text: texts[code],
    values: { name: product?.name ?? '', ...values },
    fields: [],
    product,
  };
}

export function createAddonFailure(failures: readonly AddonFailure[], product: RefusedProduct): AddFailure {
  const [first] = failures;
  if (!first) throw new Error('createAddonFailure: expected at least one failure');
  return { ok: false, code: first.code, text: first.text, values: first.values, fields: failures, product };
}

/** Creates the failure of a form whose files were not stored. All file fields are empty again. */
export function createFileFailure({ code, text, values }: UploadFailure, product: RefusedProduct | null): AddFailure {
  const ownCode = isSameCode(code) ? code : 'FILE_NOT_ACCEPTED';
  const definitions = product?.addons.filter(({ kind }) => kind === 'file') ?? [];
  const fields = definitions.map((definition) => ({ field: addonFieldName(definition), text, values }));
  return { ok: false, code: ownCode, text, values, fields, product };
}

function isSameCode(code: UploadFailure['code']): code is UploadFailure['code'] & AddFailureCode {
  return code === 'FILE_TOO_LARGE' || code === 'TOO_MANY_UPLOADS' || code === 'UPLOADS_FULL';
}

/**
 * Returns the failure of a line that cannot have the new quantity.
 * @param before lines before the request, to tell how many more can be added
 */
export function findLineFailure(
  { variation, problem, productId, key }: PricedLine,
  before: readonly CartRow[],
): AddFailure | null {
  if (!problem) return null;
  switch (problem.code) {
    case 'NOT_ENOUGH_STOCK':
    case 'QUANTITY_TOO_LARGE': {
      const earlier = before.find((row) => row.key === key)?.quantity ?? 0;
      return createAddFailure(problem.code, variation, { max: Math.max(problem.max - earlier, 0) });
    }
    case 'ONE_PER_ORDER': {
      const failure = createAddFailure('ONE_PER_ORDER', variation);
      return before.some((row) => row.productId === productId)
        ? failure
        : { ...failure, text: cartTexts.ONE_AT_A_TIME };
    }
    case 'QUANTITY_TOO_SMALL':
    case 'QUANTITY_NOT_IN_STEPS':
      return createAddFailure(problem.code, variation, getRuleValues(problem.rule));
    case 'EVENT_STARTED':
    case 'OUT_OF_STOCK':
      return createAddFailure(problem.code, variation);
    default:
      return createAddFailure('UNAVAILABLE', variation);
  }
}
