import type { z } from 'zod'
import type { Log } from '#shared/contract/logs/log'
import { useCopiesShown } from '../../platform/copies-shown'
import { offlineCopies } from '../../platform/offline-copies'
import { isFiltered } from './filter'
import { type LogsCopy, logsCopy } from './last-read'
import { useTimelines } from './store'

/** How many logs are copied: the first screen and some more. */
const maxLogs = 30

/** Keeps copies of the newest logs of opened documents for a start without a server. Called once when the app starts. */
export function followLastLogs(): void {
  let kept: readonly Log[] | null = null
  useTimelines.subscribe(({ shown, timelines }) => {
    const timeline = shown === null ? undefined : timelines[shown]
    if (shown === null || timeline?.status !== 'ready' || timeline.hasNewer || isFiltered(timeline.filter)) return
    if (timeline.logs === kept || logsCopy(shown) in useCopiesShown.getState().shown) return
    kept = timeline.logs
    const copy: z.infer<typeof LogsCopy> = {
      logs: kept.slice(0, maxLogs),
      hasOlder: timeline.hasOlder || kept.length > maxLogs,
    }
    offlineCopies.keep(logsCopy(shown), copy)
  })
}
