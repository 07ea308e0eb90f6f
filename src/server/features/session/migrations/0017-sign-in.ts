import type { Migration } from '../../../platform/database/migrate'

/**
 * A refresh token that was used keeps what came in its place, sealed, for as long as another tab may still show it. Codes are
 * counted by network: an IPv6 address that was kept before counts by itself until it is forgotten.
 */
export const signIn: Migration = {
  name: '0017-sign-in',
  sql: /* sql */ `
alter table refresh_tokens add column successor text;
create index on refresh_tokens (used_at) where successor is not null;
`,
}
