-- Why a provider has ended a payment without money, in its words: its code, or a sentence for staff.
alter table payments add column failure text not null default '' check (length(failure) <= 500);
