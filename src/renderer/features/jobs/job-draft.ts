import { useState } from 'react'
import { JobFields } from '#shared/contract/jobs/job'
import { clearDraft, readDraft, writeDraft } from '../../platform/drafts'

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

const names = Object.keys(JobFields.shape) as (keyof JobFields)[]
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Changes of a job that survive failed calls, reloads and crashes, on top of what the server has. */
export function useJobDraft(key: string, base: JobFields): JobDraft {
  const [changed, setChanged] = useState(() => readChanges(key))

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

/** A draft may come from an older version; fields that this one does not understand are left out. */
function readChanges(key: string): Partial<JobFields> {
  const stored = readDraft(key)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    names.flatMap(name => {
      if (!Object.hasOwn(stored, name)) return []
      const parsed = JobFields.shape[name].safeParse((stored as Record<string, unknown>)[name])
      return parsed.success ? [[name, parsed.data]] : []
    }),
  )
}
