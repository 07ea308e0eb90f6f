import type { Migration } from '../migrate'

/**
 * Which people and organisations were erased, by number only. Whoever restores a backup from before an erasure erases
 * them again. A number can be given again after a restore, so the moment at which a row was made belongs to it.
 */
export const completedErasures: Migration = {
  name: '0128-completed-erasures',
  sql: /* sql */ `
create table completed_erasures (
  kind text not null check (kind in ('organisation', 'person')),
  subject_id bigint not null,
  subject_created_at timestamptz(3) not null,
  erased_at timestamptz(3) not null,
  primary key (kind, subject_id, subject_created_at)
);
`,
}
