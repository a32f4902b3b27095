-- The settings of days became those of a feature of their own. Rows of settings stay, so that no version is used twice.
with moved (old_key, new_key) as (
  values ('syndication.handlingDays', 'delivery-dates.handlingDays'),
    ('syndication.transitDays', 'delivery-dates.transitDays'),
    ('syndication.backorderDays', 'delivery-dates.backorderDays')
), old as (
  select s.key, m.new_key, s.value, s.version, s.changed_by
  from platform.settings s join moved m on m.old_key = s.key where s.value is not null
), written as (
  insert into platform.settings (key, value, version, changed_by, changed_at)
  select new_key, value, 1, changed_by, now() from old
  on conflict (key) do nothing
  returning key, value, version, changed_by, changed_at
), recorded as (
  insert into platform.setting_changes (key, version, old_value, new_value, changed_by, changed_at)
  select key, version, null, value, changed_by, changed_at from written
  union all
  select key, version + 1, value, null, changed_by, now() from old
)
update platform.settings s set value = null, version = old.version + 1, changed_at = now() from old where s.key = old.key;
