import { tasksFrom } from '#shared/contract/tasks/origins'
import { type OriginRef, originRef, TaskCard } from '#shared/contract/tasks/task'
import { call } from '../../../platform/api'
import { onEvent, onResync } from '../../../platform/live'
import { createSlice } from '../../../platform/store'

/** Origins that one call asks for. */
const atOnce = 100
/** Origins that are kept; a long chat shows thousands. */
const most = 2_000

/** The tasks that came from messages, logs, pictures and documents, by origin. They are asked for together. */
export const useTasksFrom = createSlice(
  'tasks.from',
  { tasks: {} as Record<OriginRef, TaskCard[]> },
  (set, get, writer) => {
    const waiting = new Set<OriginRef>()
    async function ask(): Promise<void> {
      const origins = [...waiting].slice(0, atOnce)
      for (const origin of origins) waiting.delete(origin)
      if (waiting.size > 0) setTimeout(() => void ask())
      if (origins.length === 0) return
      const write = writer()
      const outcome = await call(tasksFrom, { origins })
      // After a failure they are asked for when they are shown again.
      if (!outcome.ok) return
      write(({ tasks }) => {
        for (const origin of origins) tasks[origin] = []
        for (const task of outcome.data) if (task.origin) tasks[originRef(task.origin)]?.push(task)
      })
    }
    return {
      want(origin: OriginRef) {
        if (get().tasks[origin]) return
        if (waiting.size === 0) setTimeout(() => void ask())
        waiting.add(origin)
      },
      put(card: TaskCard) {
        const origin = card.origin && originRef(card.origin)
        if (!origin || !get().tasks[origin]) return
        set(({ tasks }) => {
          const others = (tasks[origin] ?? []).filter(task => task.id !== card.id)
          tasks[origin] = [...others, card].sort((one, other) => one.id - other.id)
        })
      },
      drop(task_id: number) {
        const found = Object.entries(get().tasks).find(([, tasks]) => tasks.some(task => task.id === task_id))
        if (!found) return
        set(({ tasks }) => {
          tasks[found[0]] = found[1].filter(task => task.id !== task_id)
        })
      },
      /** Asks again for what is kept. */
      renew() {
        const origins = Object.keys(get().tasks)
        if (origins.length === 0) return
        for (const origin of origins.slice(-most)) waiting.add(origin)
        void ask()
      },
    }
  },
  { scope: 'organisation' },
)

onEvent('task.changed', ({ task }) => {
  const card = TaskCard.safeParse(task)
  if (card.success) useTasksFrom.getState().put(card.data)
})
onEvent('task.removed', ({ task_id }) => useTasksFrom.getState().drop(task_id))
onResync(() => useTasksFrom.getState().renew())
