import { browserClock, type Clock } from '../../platform/clock'
import { useGuest } from '../../platform/guest'
import { useTranscripts } from '../meetings/store'
import { useGuestRecordings } from './store'

/** Milliseconds between polls for progress, because guests receive no events. */
const every = 2_000

function isPending(batch_id: string): boolean {
  const { recording, failure } = useGuestRecordings.getState().known[batch_id] ?? {}
  if (failure?.code === 'guest.not_found') return false
  if (!recording) return true
  const stage = useTranscripts.getState().opened[recording.doc_id]?.status?.stage ?? recording.stage
  return stage !== 'done' && stage !== 'failed'
}

/** Loads the guest's recordings, and polls while one of them is being processed. Returns the function that stops it. */
export function followRecordings(clock: Clock = browserClock): () => void {
  let isOver = false
  let cancel = () => {}
  async function look(which: (batch_id: string) => boolean): Promise<void> {
    cancel()
    const { read } = useGuestRecordings.getState()
    await Promise.all(useGuest.getState().batchIds.filter(which).map(read))
    if (isOver) return
    cancel()
    cancel = clock.after(every, () => void look(isPending))
  }
  const unsubscribe = useGuest.subscribe((now, before) => {
    if (now.batchIds !== before.batchIds) void look(isPending)
  })
  void look(() => true)
  return () => {
    isOver = true
    cancel()
    unsubscribe()
  }
}
