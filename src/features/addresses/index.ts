export {
  type AddressForm,
  createAddressFields,
  getSelectedCountry,
  readAddress,
  readTypedAddress,
  toAddressForm,
} from './address-form-fields.ts';
export { createAddressField } from './address-kind.tsx';
export { getAddressRules } from './address-rules.ts';
export { type AddressProblem, findAddressProblems, normalizeAddress } from './check-address.ts';
export * from './contract.ts';
export { addresses } from './feature.ts';
export { formatAddress } from './format-address.ts';
export { isMemberState } from './member-states.ts';
export { AddressFields } from './parts/address-fields.tsx';
export {
  compilePostcodes,
  listPostcodeKeys,
  type MatchPostcode,
  type PostcodeKeys,
} from './postcodes/match-postcode.ts';
export { readPostcodePattern } from './postcodes/postcode-pattern.ts';
export { hasKnownStates, listStateNames, normalizeState, readState } from './states.ts';
export { suggestAddressFields } from './suggest-address.ts';
