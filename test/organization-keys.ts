import type { TestServer } from './test-server'

/** The parts of a plan of PostgreSQL that say which rows are read. */
interface Plan {
  'Relation Name'?: string
  Alias?: string
  Plans?: Plan[]
  [property: string]: unknown
}

/** A statement that reads a table without saying which organisation it means. */
export interface Unkeyed {
  sql: string
  tables: string[]
}

const plansOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(plansOf)]

/** Everything that a plan compares: conditions of scans and of joins, each column with the alias of its table. */
const conditionsOf = (plans: readonly Plan[]): string =>
  plans
    .flatMap(plan => Object.entries(plan))
    .filter(([property]) => /Cond$|Filter$|^Output$/.test(property))
    .filter(([property, text]) => property !== 'Output' || String(text).includes('hashed SubPlan'))
    .map(([, condition]) => String(condition))
    .join('\n')

/**
 * Whether the rows of an alias are limited to an organisation that is given or that another table of the plan has. A
 * subquery that is hashed is compared outside of it, by the columns that it returns.
 */
const isKeyed = ({ Alias: alias = '', Output: output }: Plan, conditions: string): boolean => {
  const column = `"?${alias}"?\\.organization_id`
  if (new RegExp(`(?<![\\w.])${column} = |= ${column}(?![\\w.])`).test(conditions)) return true
  return conditions.includes('hashed SubPlan') && new RegExp(`(?<![\\w.])${column}(?![\\w.])`).test(String(output))
}

const planOf = `
  create or replace function plan_of(statement text) returns json language plpgsql as $$
  declare found json;
  begin
    execute 'explain (generic_plan, verbose, costs off, format json) ' || statement into found;
    return found -> 0 -> 'Plan';
  end $$`

/**
 * Which of the statements read a table of organisations without its key. The statements are planned, not run, as the
 * owner of the database, because row level security would add the key to each of them.
 */
export async function unkeyedIn(server: TestServer, statements: readonly string[]): Promise<Unkeyed[]> {
  const ofOrganisations = new Set(
    (
      await server.asOwner<{ name: string }>(`select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'organization_id'`)
    ).map(({ name }) => name),
  )
  await server.asOwner(planOf)
  const rows = await server.asOwner<{ sql: string; plan: Plan }>(
    'select sql, plan_of(sql) as plan from unnest($1::text[]) as sql',
    [statements],
  )
  return rows.flatMap(({ sql, plan }) => {
    const plans = plansOf(plan)
    const conditions = conditionsOf(plans)
    const tables = plans.flatMap(plan => {
      const table = plan['Relation Name']
      const isRead = table !== undefined && plan['Node Type'] !== 'ModifyTable' && ofOrganisations.has(table)
      return isRead && !isKeyed(plan, conditions) ? [table] : []
    })
    return tables.length > 0 ? [{ sql, tables: [...new Set(tables)].sort() }] : []
  })
}
