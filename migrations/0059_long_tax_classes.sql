-- As long as tax_rates allows. A longer class than before would have stopped the count of its day, and of all days after it.
alter table daily_taxes drop constraint daily_taxes_tax_class_check, add constraint daily_taxes_tax_class_check check (length(tax_class) <= 200);
