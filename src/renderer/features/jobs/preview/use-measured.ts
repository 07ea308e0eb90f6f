import { useEffect, useState } from 'react'
import type { Answer } from '#shared/contract/endpoint'
import { measurePictures } from '#shared/contract/jobs/measured'
import type { Source } from '#shared/contract/sources/endpoints'
import type { PictureRegion } from '#shared/rules/picture-rules'
import { useErrorText } from '../../../i18n/texts'
import { call } from '../../../platform/api'

/** The server measures for 25 seconds at most. */
const timeout = 40_000

interface Params {
  source: Source
  regions: readonly PictureRegion[]
  /** The job whose area and reference picture apply. */
  instruction_id: number | undefined
}

interface Found {
  key: string
  measured: Answer<typeof measurePictures> | null
  error: string | null
}

/** The measurements of the last day; both are null while they are under way. Called once for the same parameters. */
export function useMeasured({ source, regions, instruction_id }: Params) {
  const errorText = useErrorText()
  const [found, setFound] = useState<Found | null>(null)
  const [attempt, setAttempt] = useState(0)
  const key = JSON.stringify([source, regions, instruction_id, attempt])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names everything that is sent.
  useEffect(() => {
    let isGone = false
    async function read() {
      const outcome = await call(measurePictures, { source, regions: [...regions], instruction_id }, { timeout })
      if (isGone) return
      if (outcome.ok) setFound({ key, measured: outcome.data, error: null })
      else setFound({ key, measured: null, error: errorText(outcome) })
    }
    void read()
    return () => {
      isGone = true
    }
  }, [key])
  const { measured, error } = found?.key === key ? found : { measured: null, error: null }
  return { measured, error, tryAgain: () => setAttempt(attempt + 1) }
}
