import type { Migration } from '../../../platform/database/migrate'

/**
 * Sign-in events of a person are recorded in every organisation they belong to, although the call names no
 * organisation.
 */
export const signInAudit: Migration = {
  name: '0022-sign-in-audit',
  sql: /* sql */ `
create policy of_sessions on audit for insert with check (
  starts_with(kind, 'session.') and actor_id = current_person()
  and exists (
    select from memberships m where m.organization_id = audit.organization_id and m.user_id = current_person()
  )
);
`,
}
