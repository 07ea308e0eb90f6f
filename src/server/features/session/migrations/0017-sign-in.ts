import type { Migration } from '../../../platform/database/migrate'

/**
 * A used refresh token stores its successor, encrypted, for as long as another tab may still present it. Codes are
 * counted by network; IPv6 addresses stored before this count individually until they are removed.
 */
export const signIn: Migration = {
  name: '0017-sign-in',
  sql: /* sql */ `
alter table refresh_tokens add column successor text;
create index on refresh_tokens (used_at) where successor is not null;
`,
}
