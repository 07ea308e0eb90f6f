import { lazy, Suspense } from 'react'
import { useSharing } from '../../features/sources/sharing'

const Strip = lazy(async () => ({ default: (await import('../../features/sources/capture-strip')).CaptureStrip }))

/** Where the capture strip stands while the person's screen is shared: over every page, with and without the shell. */
export function CaptureSlot() {
  const sharing = useSharing(state => state.now)
  if (!sharing) return null
  return (
    <Suspense fallback={null}>
      <Strip sharing={sharing} />
    </Suspense>
  )
}
