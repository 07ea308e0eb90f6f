import type { Migration } from '../migrate'

/**
 * An idempotency key belongs to its person and to the organisation of the call, which is null if the call names none.
 * Existing keys without an organisation are deleted, because they could match in another organisation. There is no
 * foreign key, because a key is taken before the caller's membership is checked.
 */
export const idempotency: Migration = {
  name: '0020-idempotency',
  sql: /* sql */ `
delete from idempotency_keys;
alter table idempotency_keys drop constraint idempotency_keys_pkey;
alter table idempotency_keys add column organization_id bigint;
create unique index idempotency_keys_once on idempotency_keys (user_id, key, coalesce(organization_id, 0));
create index on idempotency_keys (organization_id);

alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy own on idempotency_keys using (
  user_id = current_person() and (organization_id is null or organization_id = current_organization())
);
create policy upkeep_sees on idempotency_keys for select to current_user
  using (current_setting('wheelhouse.upkeep', true) = 'on');
create policy upkeep_removes on idempotency_keys for delete to current_user
  using (current_setting('wheelhouse.upkeep', true) = 'on');
`,
}
