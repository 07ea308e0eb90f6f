import type { Migration } from '../../../platform/database/migrate'

/**
 * The plan of each organisation, and what the payment provider reported. `fact_at` is the time, on the provider's clock,
 * of the newest report that a row reflects, so that reports may arrive in any order.
 */
export const billing: Migration = {
  name: '0042-billing',
  sql: /* sql */ `
alter table organizations add column plan_id text not null default 'free' check (plan_id in ('free', 'team', 'business'));
alter table organizations add column plan_since timestamptz(3);
update organizations set plan_id = 'team' where is_premium;
alter table organizations drop column is_premium;

create table payment_orders (
  organization_id bigint not null references organizations on delete cascade,
  order_id text not null,
  subscription_id text,
  plan_id text not null,
  billing_interval text not null,
  renews boolean not null,
  amount int not null,
  currency text not null,
  short_url text,
  reference text,
  created_by bigint references users on delete set null,
  created_at timestamptz(3) not null,
  primary key (organization_id, order_id)
);

create table subscriptions (
  organization_id bigint not null references organizations on delete cascade,
  subscription_id text not null,
  order_id text,
  plan_id text not null,
  billing_interval text not null,
  status text not null check (status in ('trialing', 'active', 'past_due', 'cancelled')),
  renews boolean not null,
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  past_due_since timestamptz(3),
  card text,
  short_url text,
  fact_at timestamptz(3) not null,
  fact_event_id text not null,
  ends_at_period_end boolean not null,
  next_plan_id text,
  change_at timestamptz(3) not null,
  reminders_sent int not null default 0,
  primary key (organization_id, subscription_id)
);

create table payments (
  organization_id bigint not null references organizations on delete cascade,
  id bigint generated always as identity,
  provider_payment_id text not null,
  subscription_id text,
  plan_id text not null,
  billing_interval text not null,
  amount int not null,
  currency text not null,
  status text not null check (status in ('failed', 'paid', 'refunded')),
  at timestamptz(3) not null,
  period_start timestamptz(3),
  period_end timestamptz(3),
  receipt_url text,
  reference text,
  primary key (organization_id, id)
);
create unique index payments_of_provider on payments (organization_id, provider_payment_id);

create table payment_events (
  organization_id bigint not null references organizations on delete cascade,
  event_id text not null,
  received_at timestamptz(3) not null,
  primary key (organization_id, event_id)
);
create index payment_events_old on payment_events (received_at);

alter table payment_orders enable row level security;
alter table payment_orders force row level security;
create policy own on payment_orders using (organization_id = current_organization());
alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy own on subscriptions using (organization_id = current_organization());
alter table payments enable row level security;
alter table payments force row level security;
create policy own on payments using (organization_id = current_organization());
alter table payment_events enable row level security;
alter table payment_events force row level security;
create policy own on payment_events using (organization_id = current_organization());
`,
}
