import type { Migration } from '../../../platform/database/migrate'

/**
 * Payments become invoices with a number, the series of which is the organisation's own. What an invoice names is kept
 * with it, so that it does not change when a setting or the name of the organisation does.
 */
export const invoices: Migration = {
  name: '0086-invoices',
  sql: /* sql */ `
alter table payments add column invoice_number int;
alter table payments add column seller text not null default '';
alter table payments add column buyer text not null default '';
alter table payments add column tax_name text;
alter table payments add column tax_percent double precision;

-- Forced row level security applies to an owner that is no superuser too, which would hide all rows from this update.
alter table payments no force row level security;
alter table organizations no force row level security;
update payments p set invoice_number = numbered.number, buyer = coalesce(o.name, '')
from (
  select organization_id, id, row_number() over (partition by organization_id order by id)::int as number from payments
) numbered
left join organizations o on o.id = numbered.organization_id
where p.organization_id = numbered.organization_id and p.id = numbered.id;
alter table organizations force row level security;
alter table payments force row level security;

alter table payments alter column invoice_number set not null;
create unique index payments_by_number on payments (organization_id, invoice_number);
`,
}
