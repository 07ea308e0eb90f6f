import type { Migration } from '../../../platform/database/migrate'

/**
 * What guests of a network address uploaded within the last day, keyed by a digest of the address. Older rows are
 * deleted.
 */
export const storage: Migration = {
  name: '0023-storage',
  sql: /* sql */ `
create table guest_storage (
  address_hash text not null,
  at timestamptz(3) not null,
  bytes bigint not null
);
create index on guest_storage (address_hash, at);
create index on guest_storage (at);
`,
}
