import type { Migration } from '../migrate'

/**
 * What operators and schedules did with backups of this server, and how it ended. A backup of the database leaves it out,
 * because a restored server has made none of these files.
 */
export const operations: Migration = {
  name: '0090-operations',
  sql: /* sql */ `
create table operations (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'rehearsal')),
  is_scheduled boolean not null,
  file text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('good', 'failed', 'cancelled')),
  bytes bigint,
  rows bigint,
  objects bigint,
  error text,
  notified_at timestamptz,
  removed_at timestamptz,
  check ((ended_at is null) = (outcome is null))
);
create index operations_of_kind on operations (kind, id desc);
`,
}
