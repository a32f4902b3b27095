-- What the roles that the shop begins with may do on screens that came after them. Who may edit products may also choose their pictures.
insert into staff_role_permissions (role, permission)
select roles.name, unnest(string_to_array(permissions, ' ')) from (values
  ('manager', 'media.write content.write comments.write comments.delete stock-alerts.read products.import redirects.write orders.set-prices'),
  ('clerk', 'media.write content.read comments.write stock-alerts.read redirects.read'),
  ('support', 'media.read content.read comments.write stock-alerts.read redirects.read')
) as defaults (role, permissions) join staff_roles roles on roles.name = defaults.role
on conflict do nothing;
