import { useCallback, useEffect, useState } from 'react'
import { type FirstSteps, readFirstSteps } from '#shared/contract/intro/endpoints'
import { call } from '../../platform/api'

/** The first steps of the person in the workspace, once they are known. The function takes a newer answer. */
export function useFirstSteps(): [FirstSteps | null, (steps: FirstSteps) => void, boolean] {
  const [steps, setSteps] = useState<FirstSteps | null>(null)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    let isOver = false
    const read = async () => {
      const outcome = await call(readFirstSteps, {})
      if (isOver) return
      setFailed(!outcome.ok)
      if (outcome.ok) setSteps(outcome.data)
    }
    void read()
    return () => {
      isOver = true
    }
  }, [])
  return [steps, useCallback(next => setSteps(next), []), isFailed]
}

/** The steps that a person sees; cameras only if they may add them. */
export const stepsFor = (mayAddCameras: boolean) =>
  (['logbook', 'log', 'camera', 'teammate', 'mate'] as const).filter(step => step !== 'camera' || mayAddCameras)
