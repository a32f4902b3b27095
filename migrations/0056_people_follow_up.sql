-- Two kinds of mails that an account refuses at the same moment: the row is locked by a statement of its own, so that the next one sees what
-- was committed while it waited. In one statement each saw the other kind as it had been, and the person stayed subscribed.
create or replace function follow_preferences() returns trigger language plpgsql as $$
declare
  account bigint := coalesce(new.customer_id, old.customer_id);
begin
  perform from people where customer_id = account for no key update;
  update people set is_subscribed = exists (select from email_preferences where customer_id = account and is_wanted) where customer_id = account;
  return null;
end $$;

update people p set is_subscribed = chosen.is_wanted
from (
  select a.id, exists (select from email_preferences e where e.customer_id = a.customer_id and e.is_wanted) as is_wanted
  from people a where a.customer_id is not null
) chosen
where chosen.id = p.id and p.is_subscribed <> chosen.is_wanted;
