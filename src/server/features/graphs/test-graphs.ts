import { createGraph, type Graph, labelLog } from '#shared/contract/graphs/endpoints'
import { eventually } from '#shared/testing/eventually'
import { openWorkshop } from '../documents/test-workshop'

export const noGraph = { status: 404, code: 'graph.not_found' }
export const noLabel = { status: 404, code: 'label.not_found' }

/** The workshop with helpers for graphs. Tom writes most logbooks. */
export async function openCounter() {
  const workshop = await openWorkshop()
  const { tom, maya, server } = workshop
  return {
    ...workshop,
    /** A graph of Tom's with the labels Clear, Queue and Unattended, or others. */
    graph(logbook_id: number, labels: Graph['labels'] = { 0: 'Clear', 1: 'Queue', 2: 'Unattended' }, name = 'Counter') {
      return tom.call(createGraph, { logbook_id, name, labels })
    },
    /** Logs at the given instants, inserted as jobs insert theirs; returns their ids in that order. */
    async logsAt(doc_id: number, instants: readonly string[], created_by: number | null = null): Promise<number[]> {
      const rows = await server.asOwner<{ id: string }>(
        `insert into logs (organization_id, doc_id, title, content, created_at, created_by)
         select $1, $2, 'Log ' || nr, '', at, $4 from unnest($3::timestamptz[]) with ordinality as t (at, nr) order by nr returning id`,
        [maya.organization_id, doc_id, instants, created_by],
      )
      return rows.map(row => Number(row.id))
    },
    /** Assigns labels to logs, each pair a log and an index, without access checks. */
    async marks(graph: Graph, pairs: readonly (readonly [log_id: number, label: number])[]): Promise<void> {
      await server.asOwner(
        `insert into log_labels (organization_id, log_id, graph_id, label, created_at)
         select $1, l.id, $2, t.label, l.created_at from unnest($3::bigint[], $4::smallint[]) as t (log_id, label) join logs l on l.id = t.log_id`,
        [maya.organization_id, graph.graph_id, pairs.map(([log_id]) => log_id), pairs.map(([, label]) => label)],
      )
    },
    /**
     * Runs writing calls concurrently: nobody in the organisation can commit until all of them wait, for this or for
     * each other. Returns how each ended.
     */
    async meeting(...calls: (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> {
      const client = await server.pool.connect()
      await client.query('begin')
      await client.query("select set_config('wheelhouse.organization_id', $1, true)", [String(maya.organization_id)])
      await client.query('select from event_counters where organization_id = $1 for update', [maya.organization_id])
      const under: Promise<unknown>[] = []
      try {
        for (const call of calls) {
          under.push(call())
          await eventually(async () => {
            const waiting = await server.asOwner(
              "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            )
            if (waiting.length < under.length) throw new Error(`${waiting.length} of ${under.length} wait.`)
          })
        }
      } finally {
        await client.query('rollback')
        client.release()
      }
      return Promise.allSettled(under)
    },
    /** Tom labels a log. */
    labels: (graph: Graph, log_id: number, ...labels: number[]) =>
      tom.call(labelLog, { doc_id: graph.logbook_id, graph_id: graph.graph_id, log_id, labels }),
  }
}

export type Counter = Awaited<ReturnType<typeof openCounter>>
