import { useState } from 'react'
import type { JobFields } from '#shared/contract/jobs/job'
import { clearDraft, readDraft, writeDraft } from '../../platform/drafts'
import { knownFields } from './fields'

/** Unsaved changes of a job. Only what was changed is kept, so that changes by others to the rest stay [D28]. */
export interface JobDraft {
  /** The key of the stored draft. */
  key: string
  fields: JobFields
  changed: Partial<JobFields>
  isChanged: boolean
  change: (part: Partial<JobFields>) => void
  /** The server has these fields now; what was typed since stays. */
  saved: (sent: Partial<JobFields>) => void
  discard: () => void
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Changes of a job that survive failed calls, reloads and crashes, on top of what the server has. */
export function useJobDraft(key: string, base: JobFields): JobDraft {
  const [changed, setChanged] = useState(() => knownFields(readDraft(key)))

  function keep(next: Partial<JobFields>) {
    setChanged(next)
    if (Object.keys(next).length > 0) writeDraft(key, next)
    else clearDraft(key)
  }
  const without = (all: Partial<JobFields>, of: Partial<JobFields>) =>
    Object.fromEntries(Object.entries(all).filter(([name, value]) => !isSame(value, of[name as keyof JobFields])))
  return {
    key,
    fields: { ...base, ...changed },
    changed,
    isChanged: Object.keys(changed).length > 0,
    change: part => keep(without({ ...changed, ...part }, base)),
    saved: sent => keep(without(changed, sent)),
    discard: () => keep({}),
  }
}
