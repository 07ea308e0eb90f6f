import { useCallback, useEffect, useState } from 'react'
import { type LogRevision, readRevisions } from '#shared/contract/logs/corrections'
import type { Log } from '#shared/contract/logs/log'
import { call } from '../../../platform/api'
import type { Failure } from '../../../platform/failure'

type Read =
  | { status: 'loading' }
  | { status: 'failed'; failure: Failure }
  | { status: 'ready'; revisions: LogRevision[] }

/** Loads all texts that a log has had, newest first, and reloads them when it is corrected. */
export function useRevisions({ doc_id, id, revision }: Log): { read: Read; again: () => void } {
  const [read, setRead] = useState<Read>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer revision or another attempt reloads.
  useEffect(() => {
    const stop = new AbortController()
    void call(readRevisions, { doc_id, log_id: id }, { signal: stop.signal }).then(outcome => {
      if (stop.signal.aborted) return
      if (outcome.ok) setRead({ status: 'ready', revisions: outcome.data })
      else setRead({ status: 'failed', failure: { code: outcome.code, message: outcome.message } })
    })
    return () => stop.abort()
  }, [doc_id, id, revision, attempt])
  const again = useCallback(() => {
    setRead({ status: 'loading' })
    setAttempt(before => before + 1)
  }, [])
  return { read, again }
}
