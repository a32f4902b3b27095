/**
 * Fills the tables of a list with $1 rows that are spread as in a shop: recent and old, in each state. Triggers are off:
 * rows come without what belongs to them.
 */
const rowsOfLists: Readonly<Record<string, string>> = {
  'search.zero-results': `
    insert into zero_result_searches (query, times, first_at, last_at)
    select 'kiln ' || n, 1 + n * 7919 % 90, now() - interval '1 year', now() - interval '10 minutes' * n from generate_series(1, least($1::integer, 1000)) n`,
  'content.entries': `
    insert into content_entries (kind, locale, slug, title, published_at, scheduled_id, scheduled_at, changed_at, changed_by)
    select case when n % 20 = 0 then 'block' else 'page' end, 'en', 'made-page-' || n, 'Delivery ' || n, null, null, null, now() - interval '15 minutes' * n, 'Ada'
    from generate_series(1, $1::integer) n`,
  'journal.posts': `
    insert into content_entries (kind, locale, slug, title, changed_at, changed_by)
    select 'post', 'en', 'made-post-' || n, 'Kiln ' || n, now() - interval '15 minutes' * n, 'Ada' from generate_series(1, $1::integer) n`,
  'journal.terms': `
    insert into journal_terms (kind, locale, slug, name)
    select case when n % 5 = 0 then 'category' else 'tag' end, 'en', 'glaze-' || n, 'Glaze ' || n from generate_series(1, $1::integer) n`,
  'journal.authors': `
    insert into journal_authors (slug, name) select 'ines-' || n, 'Ines ' || n from generate_series(1, $1::integer) n`,
  'customers.people': `
    with made as (
      insert into people (email, name, first_seen_at, orders, last_order_at, is_subscribed)
      select 'person' || n || '@example.com', 'Ada Lovelace' || n % 3000, now() - interval '15 minutes' * n, case when n % 3 = 0 then 0 else n % 7 end,
        case when n % 3 > 0 and n % 7 > 0 then now() - interval '20 minutes' * n end, n % 40 = 0
      from generate_series(1, $1::integer) n returning id
    )
    insert into person_spendings select id, 'EUR', id * 7919 % 90000 from made`,
  'comments.comments': `
    insert into comments (product_id, stars, title, body, author, email, network, locale, state, reasons, is_verified, reports, fingerprint, created_at)
    select n % 2000 + 1, case when n % 5 > 0 then n % 5 + 1 end, '', 'Pours ' || n % 3000, 'Ada ' || n % 900,
      'shopper' || n % 20000 || '@example.com', '203.0.113.' || n % 250 || '.' || n % 90, 'en', case when n % 100 = 0 then 'held' when n % 101 = 0 then 'spam' else 'approved' end,
      case when n % 100 = 0 then '{first,links}'::text[] else '{}' end, n % 3 = 0, case when n % 500 = 0 then 2 else 0 end, 'a made fingerprint ' || n, now() - interval '15 minutes' * n
    from generate_series(1, $1::integer) n`,
  'attribution.orders': `
    with placed as (
      insert into orders (token, source, status, locale, currency, items_total, total, prices_include_tax, email, payment_method,
        payment_title, created_at, updated_at, due_at, paid_at)
      select 'token-of-a-made-order-' || n, 'checkout', case when n % 10 = 0 then 'failed' when n % 10 = 1 then 'pending' else 'processing' end, 'en', 'EUR', 1000, 1000,
        true, 'shopper' || n || '@example.com', 'bank_transfer', 'Bank transfer', made.at, made.at, made.at, case when n % 10 > 1 then made.at end
      from generate_series(1, $1::integer) n, lateral (select now() - interval '15 minutes' * n as at) made
      returning id, created_at
    )
    insert into order_attributions (order_id, placed_at, source_type, utm_source, utm_medium, utm_campaign)
    select id, created_at, (array['utm', 'organic', 'referral', 'typein'])[id % 4 + 1],
      case id % 4 when 0 then 'letter' when 1 then 'google' when 2 then 'site' || id % 500 || '.example' else '(direct)' end,
      case id % 4 when 0 then 'email' when 1 then 'organic' else '(none)' end,
      case id % 4 when 0 then 'campaign ' || id % 40 else '(none)' end
    from placed where id % 10 <> 5`,
  'stock-alerts.alerts': `
    insert into stock_alerts (kind, product_id, variation_id, email, locale, state, end_reason, ended_at, price_below, consent_text, created_at, confirmed_at, expires_at)
    select case when n % 20 = 0 then 'price' else 'stock' end, n % 5000 + 1, case when n % 3 > 0 then n % 9000 + 1 end, 'alert' || n || '@example.com', 'en',
      state, case when state = 'ended' then 'unsubscribed' end, case when state = 'ended' then at end, case when n % 20 = 0 then 1000 end, 'Yes.', at, at, at + interval '1 year'
    from generate_series(1, $1::integer) n
    cross join lateral (select now() - interval '15 minutes' * n as at, (array['waiting', 'waiting', 'mailed', 'ended', 'unconfirmed'])[n % 5 + 1] as state) a`,
  'contact-forms.messages': `
    insert into contact_messages (form_id, form_title, status, fields, sender, locale, unit_tag, submission_hash, reply, mail, is_kept, assigned_to, received_at, delete_at)
    select 1, 'Contact', status, jsonb_build_array(jsonb_build_object('name', 'note', 'label', 'Note', 'values', jsonb_build_array('A glazed jug ' || n % 3000))),
      'shopper' || n % 20000 || '@example.com', 'en', 'tag', rpad('hash' || n, 43, '_'), '{"status":"mail_sent","message":"Thank you."}',
      case when status = 'quarantine' then 'waiting' when n % 700 = 0 then 'failed' else 'sent' end, true, case when n % 50 = 0 then n % 3 + 1 end,
      now() - interval '15 minutes' * n, now() + interval '1 year'
    from generate_series(1, $1::integer) n
    cross join lateral (select case when n % 100 = 0 then 'new' when n % 101 = 0 then 'quarantine' when n % 20 = 0 then 'spam' else 'answered' end as status) s`,
  'withdrawals.withdrawals': `
    with made as (
      insert into withdrawals (request_key, order_id, order_number, email, name, scope, items, declared_at)
      select gen_random_uuid(), case when n % 7 > 0 then n end, n, 'shopper' || n % 20000 || '@example.com', 'Ada', case when n % 2 = 0 then 'whole' else 'part' end,
        '2 × Bowl', now() - interval '15 minutes' * n from generate_series(1, $1::integer) n returning id
    )
    insert into withdrawal_closings (withdrawal_id, note, by, closed_at) select id, '', 'Ada', now() from made where id % 50 > 0`,
  'mails.mails': `
    insert into platform.mail (id, recipient, locale, subject, state, error, message, created_at, sent_at)
    select case when n % 20 = 0 then 'reviews:request:' else 'order:' end || n || ':confirmation', 'shopper' || n % 20000 || '@example.com', 'en',
      'Your order ' || n, state, case when n % 500 = 0 then 'ECONNECTION' end, '{"html":"<p>Thank you.</p>","text":"Thank you."}',
      now() - interval '15 minutes' * n, case when state = 'sent' then now() end
    from generate_series(1, $1::integer) n
    cross join lateral (select case when n % 500 = 0 then 'queued' when n % 501 = 0 then 'refused' else 'sent' end as state) s`,
  'jobs.jobs': `
    with task as (
      insert into graphile_worker._private_tasks (identifier) values ('mail:send-mail')
      on conflict (identifier) do update set identifier = excluded.identifier returning id
    )
    insert into graphile_worker._private_jobs (task_id, payload, attempts, max_attempts, last_error, run_at)
    select task.id, '{}', case when n % 2 = 0 then 25 else 0 end, 25, case when n % 2 = 0 then 'The server said no to ada@example.com' end, now()
    from task, generate_series(1, $1::integer) n`,
  'catalog-terms.tags': `
    insert into tags (name, slug) select 'Bowl' || n, 'bowl-' || n from generate_series(1, $1::integer) n`,
  'catalog-terms.brands': `
    insert into brands (name, slug) select 'Bowl' || n, 'bowl-' || n from generate_series(1, $1::integer) n`,
  'catalog-terms.attributes': `
    insert into attributes (name, slug, position) select 'Glaze' || n, 'glaze-' || n, n % 100 from generate_series(1, $1::integer) n`,
  'catalog-terms.terms': `
    insert into attribute_terms (attribute_id, name, slug, position) select n % 200 + 1, 'Red' || n, 'red-' || n, n % 100 from generate_series(1, $1::integer) n`,
  'stock-control.stocks': `
    with made as (
      insert into products (id, locale, type, status, slug, name, published_at)
      select 1000000 + n, 'en', 'simple', 'published', 'counted-' || n, 'Bowl ' || n % 3000, now() from generate_series(1, $1::integer) n returning id
    ), levels as (
      insert into stock_levels (variation_id, managed, on_hand, low_stock_threshold)
      select id, true, case when id % 50 = 0 then 0 else id % 400 end, case when id % 3 = 0 then 5 end from made returning variation_id
    )
    insert into variations (id, product_id, stock_id, sku, gtin) select id, id, id, 'BOWL-' || id, '59' || id from made`,
  'stock-control.movements': `
    insert into stock_movements (variation_id, delta, reason, reference, at)
    select 1000000 + n % 9000, -1, case when n % 400 = 0 then 'damaged' when n % 401 = 0 then 'counted' when n % 10 = 0 then 'returned' else 'taken' end,
      'order:' || n, now() - interval '15 minutes' * n
    from generate_series(1, $1::integer) n`,
  'stock-control.stocktakes': `
    insert into stocktakes (name, created_at) select 'Shelf ' || n % 300, now() - interval '15 minutes' * n from generate_series(1, $1::integer) n`,
  'stock-control.counts': `
    insert into stocktake_counts (stocktake_id, stock_id, counted, book, counted_at, applied_at)
    select n / 200 + 1, 1000000 + n, 7, case when n % 10 = 0 then 8 else 7 end, now() - interval '15 minutes' * n, case when n % 100 <> 10 and n % 10 = 0 then now() end
    from generate_series(1, $1::integer) n`,
  'stock-control.deliveries': `
    with made as (
      insert into expected_deliveries (supplier, expected_on, created_at, closed_at)
      select 'Supplier ' || n % 40, current_date - n / 20 + 10, now(), case when n > 300 then now() end from generate_series(1, $1::integer) n returning id
    )
    insert into expected_delivery_lines (delivery_id, stock_id, quantity, received) select id, 1000000 + id, 10, case when id > 300 then 10 else 0 end from made`,
  'orders.orders': `
    with placed as (
      insert into orders (token, source, status, cancel_reason, cancelled_at, locale, currency, items_total, total, captured_total, refunded_total,
        prices_include_tax, email, payment_method, payment_title, created_at, updated_at, due_at, paid_at, confirmed_at, confirmed_by, suspicion, country, shipment_state)
      select 'token-of-a-listed-order-' || n, 'checkout', status, case when status = 'cancelled' then 'by-shop' end, case when status = 'cancelled' then at end, 'en', 'EUR',
        total, total, case when is_paid or n % 5000 = 0 then total else 0 end, case when is_paid and n % 50 = 7 then total / 2 when is_paid and n % 50 = 9 then total else 0 end,
        true, 'shopper' || n % 20000 || '@example.com', case when n % 5 < 3 then 'wallet' when n % 100 = 4 then 'cash_on_delivery' else 'bank_transfer' end, 'P', at, at, at,
        case when is_paid then at end, case when n > 50 then at end, case when n > 50 then 'shop' end, case when n % 50 = 0 then 'required' when n % 200 = 1 then 'stock-share' end,
        (array['IE', 'GB', 'DE', 'FR', 'US'])[n % 5 + 1],
        case when status = 'completed' then 'shipped' when n % 4 = 0 and status = 'processing' then 'partly' when n % 100 = 6 then 'none' else 'unshipped' end
      from generate_series(1, $1::integer) n
      cross join lateral (select now() - interval '15 minutes' * n as at, 1000 + n::bigint * 7919 % 20000 as total, case when n % 40 = 0 then 'cancelled' when n % 97 = 0 then 'failed'
        when n % 101 = 0 then 'refunded' when n <= 100 and n % 2 = 0 then 'on-hold' when n % 997 = 0 then 'pending' when n <= 2000 then 'processing' else 'completed' end as status) a
      cross join lateral (select status in ('completed', 'refunded') or status = 'processing' and n % 5 < 4 as is_paid) b
      returning id, created_at
    ), addresses as (
      insert into order_addresses (order_id, kind, first_name, last_name, address_1, city, country)
      select id, kind, 'Ada' || id % 300, 'Lovelace' || id % 700, '1 Main Street', 'Cork', (array['IE', 'GB', 'DE', 'FR', 'US'])[id % 5 + 1] from placed, unnest(array['billing', 'shipping']) kind
    ), lines as (
      insert into order_lines (order_id, product_id, variation_id, position, key, name, sku, quantity, unit_price, subtotal_net, subtotal_gross, total, net, gross, tax_class, virtual, downloadable)
      select id, id % 5000, id % 5000, 0, 'l', 'Bowl', 'SKU-' || id % 5000, 1, 500, 500, 500, 500, 500, 500, 'standard', false, false from placed
    ), shipping as (
      insert into order_shipping_lines (order_id, location_id, package_key, position, method_id, title, total, net, gross)
      select id, 1, 'main', 0, case when id % 20 = 0 then 'local_pickup:1' else 'flat_rate:1' end, 'Parcel', 500, 500, 500 from placed
    ), uses as (
      insert into coupon_uses (coupon_id, order_id, state, created_at, updated_at) select id % 300, id, 'used', created_at, created_at from placed where id % 5 = 0
    ), paid as (
      insert into payments (order_id, provider, amount, currency, status) select id, 'wallet', 1000, 'EUR', 'open' from placed returning id
    ), moved as (
      insert into payment_transactions (payment_id, kind, status, amount, request_key, by, requested_at, finished_at)
      select id, case when id % 1000 = 0 then 'refund' when id % 1000 = 1 then 'dispute' else 'capture' end, case when id % 1000 > 1 then 'succeeded' else 'requested' end,
        1000, 'request-' || id, 'job', now(), case when id % 1000 > 1 then now() end from paid
    ), withdrawn as (
      insert into withdrawals (request_key, order_id, order_number, email, name, scope, declared_at)
      select gen_random_uuid(), id, id, 'ada@example.com', 'Ada', 'whole', created_at from placed where id % 25 = 0
    )
    insert into order_search_terms
    select id, kind, term from placed cross join lateral (values ('email', 'shopper' || id % 20000 || '@example.com'), ('name', 'ada' || id % 300 || ' lovelace' || id % 700),
      ('sku', 'sku-' || id % 5000), ('phone', '35385' || id % 9000000 + 1000000), ('tracking', 'rr' || id || 'ie')) t (kind, term)`,
  'manual-orders.drafts': `
    insert into order_drafts (input, by, created_at, updated_at, quote_token, quoted, quoted_input, quoted_at, valid_until, order_number)
    select jsonb_build_object('email', 'shopper' || n || '@example.com', 'billing', jsonb_build_object('first_name', 'Ada', 'last_name', 'L' || n),
        'lines', jsonb_build_array(jsonb_build_object('quantity', 2))), 'Cleo', made.at, made.at,
      case when n % 2 = 0 then lpad(n::text, 32, '0') end,
      case when n % 2 = 0 then jsonb_build_object('calculation', jsonb_build_object('currency', 'EUR', 'totals', jsonb_build_object('total', 1000 + n))) end,
      case when n % 2 = 0 then '{}'::jsonb end, case when n % 2 = 0 then made.at end, case when n % 2 = 0 then made.at + interval '14 days' end, case when n > 500 and n % 100 <> 0 then n end
    from generate_series(1, $1::integer) n, lateral (select now() - interval '15 minutes' * n as at) made`,
  'audit.entries': `
    with person as (
      insert into customers (email, name, locale) select 'staff-' || n || '@example.com', 'S' || n, 'en-IE' from generate_series(1, 20) n returning id
    ), staff as (
      insert into staff_members (customer_id, role) select id, 'clerk' from person returning id
    ), numbered as (select id, row_number() over () as n from staff)
    insert into platform.audit_entries (at, by_kind, by, by_staff_id, subject_kind, subject_id, label, action)
    select now() - interval '1 minute' * g.n, case when s.id is null then 'system' else 'staff' end, coalesce('S' || s.id, 'Job'), s.id,
      (array['coupon', 'product', 'order', 'setting', 'run'])[1 + g.n % 5], g.n % 5000, 'L' || g.n % 5000, 'catalog.edit-' || g.n % 40
    from generate_series(1, $1::integer) g(n) left join numbered s on s.n = g.n % 40`,
  'runs.runs': `
    insert into platform.runs (action, state, stopped_because, by_kind, by, total, done, created_at, ended_at)
    select 'promotions.end-coupon', case when n % 20 = 0 then 'stopped' else 'done' end, case when n % 20 = 0 then 'asked' end,
      'system', 'P' || n % 7, 1, 1, now() - interval '1 minute' * n, now()
    from generate_series(1, $1::integer) n`,
  'catalog-transfer.redirects': `
    insert into url_redirects (source, target, created_at, updated_at)
    select case when n % 500 = 0 then '/old-page-' else '/entry-' end || n, '/new-' || n % 500, now() - interval '15 minutes' * n, now() from generate_series(1, $1::integer) n`,
  'media-library.media': `
    insert into platform.media (sha256, key, mime, width, height, bytes, color, alt, name, title, folder, created_at)
    select encode(sha256(convert_to('picture ' || n, 'UTF8')), 'hex'), 'k' || n, case when n % 100 = 0 then 'image/gif' else 'image/jpeg' end, 800, 600,
      1000 + n::bigint * 7919 % 900000, '#c9b8a0', case when n % 200 = 0 then '' else 'A blue vase ' || n end, 'img-' || n || '.jpg', '', 'folder-' || n % 500,
      now() - interval '1 minute' * n
    from generate_series(1, $1::integer) n`,
  'promotions.coupons': `
    insert into coupons (code, code_key, description, is_enabled, percent, currency, usage_limit, starts_at, ends_at, created_at)
    select 'C' || n, 'c' || n, md5(n::text), n % 20 <> 0, 10, 'EUR', case when n % 10 = 0 then 100 end,
      case when n % 3 = 0 then now() - interval '1 day' * (n % 900 - 60) end,
      case when n % 2 = 0 then now() - interval '1 day' * (n % 900 - 90) end,
      now() - interval '1 minute' * n
    from generate_series(1, $1::integer) n`,
  'product-editor.products': `
    with made as (
      insert into products (type, status, visibility, locale, slug, name, price_min, price_max, published_at, created_at)
      select case when n % 20 = 0 then 'variable' else 'simple' end, case when n % 50 = 0 then 'draft' when n % 300 = 1 then 'pending' else 'published' end, 'visible', 'en',
        'listed-' || n, (array['Bowl', 'Vase', 'Tile'])[n % 3 + 1] || ' ' || md5(n::text), case when n % 400 > 0 then 1000 + n end, case when n % 400 > 0 then 1000 + n end,
        now() - interval '15 minutes' * n, now() - interval '15 minutes' * n
      from generate_series(1, $1::integer) n
      returning id, price_min
    ), sold as (
      insert into variations (id, product_id, stock_id, sku) select id, id, id, 'LISTED-' || id from made
    ), counted as (
      insert into stock_levels (variation_id, managed, on_hand) select id, id % 3 = 0, id % 200 from made
    ), pictured as (
      insert into product_images (product_id, position, media_id) select id, 0, 1 from made where id % 30 > 0
    ), sorted as (
      insert into product_categories (product_id, category_id) select id, id % 200 + 1 from made
    )
    insert into variation_prices (variation_id, currency, regular_price, sale_price) select id, 'EUR', price_min, case when id % 500 = 0 then 500 end from made where price_min is not null`,
  'promotions.promotions': `
    insert into promotions (name, percent, currency, starts_at, ends_at, created_at)
    select 'Sale ' || n, 10, 'EUR', case when n % 3 = 0 then now() - interval '1 day' * (n % 900 - 60) end,
      case when n % 2 = 0 then now() - interval '1 day' * (n % 900 - 120) end, now() - interval '1 minute' * n
    from generate_series(1, $1::integer) n`,
};

/** @throws for a list without rows: each list of the shop is planned */
export function findListRows(name: string): string {
  const statement = rowsOfLists[name];
  if (statement === undefined) throw new Error(`tests/lists/list-rows.ts has no rows for the list '${name}'`);
  return statement;
}
