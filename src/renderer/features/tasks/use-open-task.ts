import { useSearchParams } from 'react-router-dom'

/** The task whose details are open, as the address names it. */
export function useOpenTask(): { task_id: number | null; open: (task_id: number | null) => void } {
  const [params, setParams] = useSearchParams()
  const named = params.get('task') ?? ''
  return {
    task_id: /^[1-9]\d{0,14}$/.test(named) ? Number(named) : null,
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
