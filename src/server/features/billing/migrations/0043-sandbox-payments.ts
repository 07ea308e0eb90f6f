import type { Migration } from '../../../platform/database/migrate'

/** What the sandbox provider knows: the counterpart of what a real provider keeps on its own servers. */
export const sandboxPayments: Migration = {
  name: '0043-sandbox-payments',
  sql: /* sql */ `
create table sandbox_subscriptions (
  organization_id bigint not null references organizations on delete cascade,
  subscription_id text not null,
  plan_id text not null,
  billing_interval text not null,
  renews boolean not null,
  has_trial boolean not null,
  amount int not null,
  currency text not null,
  status text not null check (status in ('created', 'trialing', 'active', 'past_due', 'cancelled')),
  card text,
  fails_later boolean not null default false,
  period_start timestamptz(3),
  period_end timestamptz(3),
  ends_at_period_end boolean not null default false,
  next_plan_id text,
  next_amount int,
  revision int not null default 0,
  primary key (organization_id, subscription_id)
);

alter table sandbox_subscriptions enable row level security;
alter table sandbox_subscriptions force row level security;
create policy own on sandbox_subscriptions using (organization_id = current_organization());
`,
}
