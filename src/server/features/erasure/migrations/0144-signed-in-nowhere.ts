import type { Migration } from '../../../platform/database/migrate'

/**
 * Entries of the audit log about people who belonged to no organisation: their addresses on the network are taken out when
 * the person is erased, also by an owner of the database whom row level security binds.
 */
export const signedInNowhere: Migration = {
  name: '0144-signed-in-nowhere',
  sql: /* sql */ `
do $$
begin
  execute format('create policy upkeep_changes on audit for update to current_user using (%s)',
    $q$current_setting('wheelhouse.upkeep', true) = 'on' and organization_id is null$q$);
end $$;
`,
}
