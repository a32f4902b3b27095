export {
  type AddressBookEntry,
  findDefaultAddresses,
  listAddresses,
  removeAddress,
  saveAddress,
} from './address-book.ts';
export { withCustomer } from './customer-command.ts';
export {
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
export { addressData, profileData } from './personal-data.ts';
