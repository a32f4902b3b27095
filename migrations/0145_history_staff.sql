-- Who of the staff did it, beside the name. Null for shoppers, the shop itself and payment providers.
alter table order_history add column by_staff_id bigint references staff_members;
alter table order_drafts add column by_staff_id bigint references staff_members;
alter table shipments add column by_staff_id bigint references staff_members;
alter table cancelled_units add column by_staff_id bigint references staff_members;
alter table payment_transactions add column by_staff_id bigint references staff_members;
alter table refunds add column by_staff_id bigint references staff_members;
alter table documents add column by_staff_id bigint references staff_members;
alter table withdrawal_closings add column by_staff_id bigint references staff_members;
alter table contact_message_answers add column by_staff_id bigint references staff_members;
-- The ledger says what a movement is for; of the people only who of the staff made it.
alter table stock_movements add column by_staff_id bigint references staff_members;
alter table platform.settings add column by_staff_id bigint references staff_members;
alter table platform.setting_changes add column by_staff_id bigint references staff_members;
