/** Who put somebody into a role or branch, and when: readers of what it opens are told. Null for those who were in it before. */
export const joined = /* sql */ `
alter table role_members add column added_by bigint references users on delete set null, add column added_at timestamptz(3);
alter table branch_members add column added_by bigint references users on delete set null, add column added_at timestamptz(3);
`
