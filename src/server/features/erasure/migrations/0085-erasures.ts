import type { Migration } from '../../../platform/database/migrate'

/**
 * People who asked for their account to be erased. What the audit log says of a person is taken out then; that somebody
 * did something, what, when and on which row stays, and no entry goes.
 */
export const erasures: Migration = {
  name: '0085-erasures',
  sql: /* sql */ `
create table erasures (
  user_id bigint primary key references users on delete cascade,
  requested_at timestamptz not null,
  erased_after timestamptz not null
);
create index on erasures (erased_after);

create or replace function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('wheelhouse.upkeep', true) = 'on'
    and (select o.is_guest or o.deleted_at is not null from organizations o where o.id = old.organization_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('wheelhouse.upkeep', true) = 'on'
    and (new.id, new.organization_id, new.actor_id, new.kind, new.subject, new.at)
      is not distinct from (old.id, old.organization_id, old.actor_id, old.kind, old.subject, old.at) then
    return new;
  end if;
  raise exception 'the audit log is append-only';
end $$;
`,
}
