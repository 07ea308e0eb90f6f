import { useSearchParams } from 'react-router-dom'
import { useSidebar } from '../../platform/sidebar'

interface OpenTask {
  /** The task whose details are open, as the address names it. */
  task_id: number | null
  /** The same or, while none is open, the one that was open last, also on the next visit [3.21]: lists mark it. */
  marked: number | null
  open: (task_id: number | null) => void
}

export function useOpenTask(): OpenTask {
  const [params, setParams] = useSearchParams()
  const named = params.get('task') ?? ''
  const last = useSidebar(state => state.selectedTask)
  const task_id = /^[1-9]\d{0,14}$/.test(named) ? Number(named) : null
  return {
    task_id,
    marked: task_id ?? last,
    open(task_id) {
      setParams(
        now => {
          if (task_id === null) now.delete('task')
          else now.set('task', String(task_id))
          return now
        },
        // Going from one task to the next leaves one step back.
        { replace: named !== '' },
      )
    },
  }
}
