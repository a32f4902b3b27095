-- A link that a shopper asks for with an order. It creates an account without a password.
alter table account_links drop constraint account_links_kind_check;
alter table account_links add constraint account_links_kind_check
  check (kind in ('register', 'create-account', 'sign-in', 'set-password', 'change-email'));
