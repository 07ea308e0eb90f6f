import { lazy, Suspense, useState } from 'react'
import type { ModalLayerProps } from './modal-layer'

const Layer = lazy(async () => ({ default: (await import('./modal-layer')).ModalLayer }))

/** The modal layer, fetched when the first one opens: nothing of it is in the first load. */
export function LazyModal(props: ModalLayerProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Layer {...props} />
    </Suspense>
  )
}
