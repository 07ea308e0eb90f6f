import { onEvent, onResync, reloadOn } from '../../platform/live'
import { onDeleted } from '../undo/store'
import { useJobChanges } from './changes/store'
import { tellOwner } from './owner-notices'
import { isUnderWay, useRuns } from './runs/store'
import { useCurrentJobs, useEndedJobs, useJobs } from './store'

/** Updates jobs and their runs when others change them, and tells their owners. Called once. */
export function followJobs(): void {
  onEvent('job.deleted', ({ instruction_id }) => {
    if (isKnown(instruction_id)) useJobs.getState().forget(instruction_id)
  })
  onDeleted('job', keys => {
    for (const key of keys) useJobs.getState().forget(Number(key))
  })
  reloadOn(
    ['job.changed', 'job.run_changed'],
    change => void readAgain(change),
    ({ instruction_id }) => instruction_id,
  )
  // Rights decide which jobs are visible.
  reloadOn(['role.changed', 'branch.changed', 'member.changed'], reloadAll)
  onResync(reloadAll)
}

const lists = [useCurrentJobs, useEndedJobs]

const isKnown = (instruction_id: number): boolean =>
  useJobs.getState().opened[instruction_id] !== undefined ||
  lists.some(list => list.getState().items.some(job => job.instruction_id === instruction_id))

const isListed = (): boolean => lists.some(list => list.getState().status !== 'idle')

async function readAgain(change: { kind: string; instruction_id: number; run_id?: number }): Promise<void> {
  const { instruction_id, run_id } = change
  const isShown = isKnown(instruction_id) || (change.kind === 'job.changed' && isListed())
  const job = isShown ? await useJobs.getState().read(instruction_id) : null
  await tellOwner(instruction_id, job)
  if (!job) return
  const { put, refresh, lists: runs } = useRuns.getState()
  if (job.last_run) put(job.last_run)
  const others = (runs[instruction_id]?.items ?? []).filter(run => run.run_id !== job.last_run?.run_id)
  // The end of an earlier run, and what people say about it, is not in the job.
  if (others.some(run => isUnderWay(run) || run.run_id === run_id)) void refresh(instruction_id)
}

function reloadAll(): void {
  for (const list of lists) if (list.getState().status !== 'idle') void list.getState().refresh()
  for (const [id, { job }] of Object.entries(useJobs.getState().opened))
    if (job) void useJobs.getState().read(Number(id))
  for (const id of Object.keys(useRuns.getState().lists)) void useRuns.getState().refresh(Number(id))
  for (const id of Object.keys(useJobChanges.getState().lists)) void useJobChanges.getState().refresh(Number(id))
}
