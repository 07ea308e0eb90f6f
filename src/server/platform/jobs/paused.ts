import type { AppContext } from '../app-context'
import { CoalescedTask } from './coalesced-task'
import { runOnPool } from './pg-boss'

/** Milliseconds between two looks at whether the operator resumed background work. */
const lookInterval = 5_000

const isPaused = async ({ pool }: Pick<AppContext, 'pool'>): Promise<boolean> => {
  const rows = await runOnPool(pool, 'select from restores where resumed_at is null limit 1', [])
  return rows.length > 0
}

/**
 * Starts background work; after a restore only once the operator has resumed it, which is looked for every few seconds
 * until the returned function is called.
 */
export async function startUnlessPaused(app: AppContext, jobs: { start(): void }): Promise<() => void> {
  if (!(await isPaused(app))) {
    jobs.start()
    return () => {}
  }
  app.log.warn('Background work rests, because this server was restored from a backup. To resume: wheelhouse resume')
  let isOver = false
  const looking = new CoalescedTask(
    async () => {
      if (isOver || (await isPaused(app)) || isOver) return
      stop()
      app.log.info('Background work was resumed.')
      jobs.start()
    },
    error => app.log.debug({ err: error }, 'The database did not say whether background work rests.'),
  )
  const cancel = app.clock.every(lookInterval, () => looking.request())
  const stop = () => {
    isOver = true
    cancel()
  }
  return stop
}
