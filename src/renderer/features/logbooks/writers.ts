import { type Log, logsByIds } from '#shared/contract/logbooks'
import { call } from '../../platform/api'
import { createSlice } from '../../platform/store'

/** Writers whose pictures were asked for and are not known yet. */
const asked = new Set<number>()

/**
 * The pictures of those who write, by their ids; null for whoever has none. Only answers of the server tell: the address of a
 * picture is too short-lived for events.
 */
export const useWriters = createSlice(
  'logWriters',
  { pictures: {} as Record<number, string | null> },
  (_set, get, writer) => {
    /** Call it before asking; what it answers takes in the logs that came, unless the workspace is another one by then. */
    function learning(): (logs: readonly Log[]) => void {
      const write = writer()
      return logs => {
        const { pictures } = get()
        const news = logs.flatMap(({ created_by: by }) =>
          by && pictures[by.user_id] !== by.user_image ? [[by.user_id, by.user_image] as const] : [],
        )
        if (news.length > 0) write({ pictures: { ...pictures, ...Object.fromEntries(news) } })
      }
    }
    return {
      learning,

      /** Asks for the pictures that no answer has told, by one log of each writer. */
      async meet(logs: readonly Log[]): Promise<void> {
        const { pictures } = get()
        const unknown = new Map<number, number>()
        for (const { id, created_by: by } of logs) {
          if (by && pictures[by.user_id] === undefined && !asked.has(by.user_id)) unknown.set(by.user_id, id)
        }
        const some = [...unknown].slice(0, 100)
        if (some.length === 0) return
        const learn = learning()
        for (const [user_id] of some) asked.add(user_id)
        const outcome = await call(logsByIds, { doc_log_ids: some.map(([, id]) => id) })
        for (const [user_id] of some) asked.delete(user_id)
        if (outcome.ok) learn(outcome.data)
      },
    }
  },
  { scope: 'organisation' },
)
