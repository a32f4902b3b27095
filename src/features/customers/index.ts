export {
  type AddressBookEntry,
  findDefaultAddresses,
  listAddresses,
  removeAddress,
  saveAddress,
} from './address-book.ts';
export { personPath } from './admin/paths.ts';
export { definePersonPanel } from './admin/person-panel.tsx';
export { personRecord } from './admin/person-record.tsx';
export { withCustomer } from './customer-command.ts';
export {
  CustomerGoneError,
  changeCustomerEmail,
  findCustomer,
  findCustomerByEmail,
  findOrCreateCustomer,
  findVerifiedEmail,
  isOwnAddress,
  lockCustomer,
  lockSignedInCustomer,
  readCustomerName,
  setCustomerName,
  verifyCustomer,
} from './customers.ts';
export { customers } from './feature.ts';
export { findPeopleByEmail, findPerson, isOfAccount, isOfPerson, type Person, toAuditLabel } from './people.ts';
export { addressData, noteData, profileData } from './personal-data.ts';
