import type { Migration } from '../../../platform/database/migrate'

/** Networks that are not public and in which a workspace may have cameras, beside those of the server's settings. */
export const cameraNetworks: Migration = {
  name: '0112-camera-networks',
  sql: /* sql */ `
create table camera_networks (
  organization_id bigint not null references organizations on delete cascade,
  network text not null,
  allowed_by bigint references users on delete set null,
  allowed_at timestamptz(3) not null,
  primary key (organization_id, network)
);

alter table camera_networks enable row level security;
alter table camera_networks force row level security;
create policy own on camera_networks using (organization_id = current_organization());
`,
}
