import { useEffect } from 'react'
import { type FirstSteps, readFirstSteps } from '#shared/contract/intro/endpoints'
import { call } from '../../platform/api'
import { createSlice } from '../../platform/store'

/** The first steps of the person in the workspace; null until they are known. */
export const useFirstSteps = createSlice(
  'firstSteps',
  { steps: null as FirstSteps | null },
  (set, _get, writer) => ({
    async read() {
      const write = writer()
      const outcome = await call(readFirstSteps, {})
      if (outcome.ok) write({ steps: outcome.data })
    },
    /** Takes a newer answer of the server. */
    take: (steps: FirstSteps) => set({ steps }),
  }),
  { scope: 'organisation' },
)

/** The first steps as they are since the page was opened: others may have taken some meanwhile. */
export function useNewestFirstSteps(): FirstSteps | null {
  useEffect(() => void useFirstSteps.getState().read(), [])
  return useFirstSteps(state => state.steps)
}

/** The steps that a person sees; cameras only if they may add them. */
export const stepsFor = (mayAddCameras: boolean) =>
  (['logbook', 'log', 'camera', 'teammate', 'mate'] as const).filter(step => step !== 'camera' || mayAddCameras)
