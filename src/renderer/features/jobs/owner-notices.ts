import i18next from 'i18next'
import { readJob } from '#shared/contract/jobs/endpoints'
import type { Job } from '#shared/contract/jobs/job'
import { call } from '../../platform/api'
import { onSessionEnd, useSession } from '../../platform/session'
import { toast } from '../../ui/toast'

/** Whether a job is the person's own, so that each job of others is read once at most. */
const ownership = new Map<number, boolean>()
/** The last state that the person knows of each of their jobs. */
const told = new Map<number, string>()
onSessionEnd(() => {
  ownership.clear()
  told.clear()
})

/** A change that is older is no news, for example after somebody renamed a job that failed yesterday. */
const newsFor = 10 * 60_000

/** Tells the owner of a job, wherever they are, that it failed or was paused [D29]. `known` is the job if it was read. */
export async function tellOwner(instruction_id: number, known: Job | null): Promise<void> {
  if (ownership.get(instruction_id) === false) return
  const job = known ?? (await readQuietly(instruction_id))
  if (!job) return
  const isOwn = job.created_by !== null && job.created_by.user_id === useSession.getState().userId
  ownership.set(instruction_id, isOwn)
  if (!isOwn) return
  const state = stateOf(job)
  if (state === told.get(instruction_id)) return
  told.set(instruction_id, state)
  tell(job)
}

async function readQuietly(instruction_id: number): Promise<Job | null> {
  const outcome = await call(readJob, { instruction_id })
  return outcome.ok ? outcome.data : null
}

const stateOf = ({ status, last_run }: Job): string =>
  status === 'paused' ? 'paused' : `${last_run?.run_id}.${last_run?.status}`

function tell(job: Job): void {
  const { instruction_id, instruction_text: name, status, pause_cause, pause_reason, last_run, updated_at } = job
  const action = {
    label: i18next.t('jobs:notice.open'),
    onPress: () => {
      location.hash = `#/jobs/${instruction_id}`
    },
  }
  const key = `job.${instruction_id}`
  if (status === 'paused') {
    // What the person paused themselves is no news to them.
    if (pause_cause === null || pause_cause === 'person' || !isNews(updated_at)) return
    const text = pause_reason || i18next.t(`jobs:pausedBy.${pause_cause}`)
    toast.failure(i18next.t('jobs:notice.paused', { name }), { key, text, action })
  } else if (last_run?.status === 'failed' && isNews(last_run.ended_at)) {
    const text = last_run.reason ? i18next.t(`jobs:reason.${last_run.reason}`) : undefined
    toast.failure(i18next.t('jobs:notice.failed', { name }), { key, ...(text && { text }), action })
  }
}

const isNews = (at: string | null): boolean => at !== null && Date.now() - Date.parse(at) < newsFor
