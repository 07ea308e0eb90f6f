import { Suspense, useState } from 'react'
import { lazyComponent } from './lazy-component'
import type { ModalLayerProps } from './modal-layer'

const Layer = lazyComponent(async () => (await import('./modal-layer')).ModalLayer)

/** The modal layer, loaded when the first one opens, which keeps it out of the first load. */
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
