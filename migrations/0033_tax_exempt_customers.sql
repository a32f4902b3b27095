-- Customers who pay no taxes, and why: the certificate or the law that says so. Null: taxes as for everybody.
alter table customers add tax_exemption text check (length(tax_exemption) between 1 and 500);
