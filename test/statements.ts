import { vi } from 'vitest'
import { QueryPipeline } from '../src/server/platform/database/query-pipeline'
import type { TestServer } from './test-server'

/** A statement that the server sent to PostgreSQL. */
interface Sent {
  sql: string
  parameters: readonly unknown[]
}

/** The statements that the server sends during a call. */
export async function statementsOf(call: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const { send } = QueryPipeline.prototype
  const spy = vi.spyOn(QueryPipeline.prototype, 'send').mockImplementation(function (this: QueryPipeline, statement) {
    sent.push(statement)
    return send.call(this, statement)
  })
  try {
    await call()
  } finally {
    spy.mockRestore()
  }
  return sent
}

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/**
 * How many rows of a table PostgreSQL reads for some statements, including discarded ones, as the server's own role.
 */
export async function rowsRead(
  server: TestServer,
  { organization_id, table }: { organization_id: number; table: string },
  statements: readonly Sent[],
): Promise<number> {
  const client = await server.pool.connect()
  let read = 0
  try {
    for (const { sql, parameters } of statements.filter(statement => /\bfrom\b/.test(statement.sql))) {
      await client.query('begin')
      await client.query("select set_config('wheelhouse.organization_id', $1, true)", [String(organization_id)])
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
        text: `explain (analyze, format json) ${sql}`,
        values: [...parameters],
      })
      for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) {
        for (const node of nodesOf(Plan).filter(plan => plan['Relation Name'] === table)) {
          const each =
            node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
          read += each * node['Actual Loops']
        }
      }
      await client.query('rollback')
    }
  } finally {
    client.release()
  }
  return read
}
