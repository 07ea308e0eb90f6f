import { type ComponentType, createElement, lazy, type ReactElement, Suspense, useState } from 'react'
import { retryImport } from './retry-import'

type Load<Props> = () => Promise<ComponentType<Props>>

/** A place for a component of another feature. It renders nothing if no feature fills it. */
export interface Slot<Props extends object> {
  (props: Props): ReactElement
  /** Loads the component ahead of time, so that it renders at once. */
  preload(): Promise<unknown>
  /** Whether a feature fills it. */
  isFilled(): boolean
  /** Used by `fillSlots`. */
  readonly fill: (load: Load<Props>) => void
}

function Empty(): null {
  return null
}

/**
 * Creates a slot. The feature that is listed first declares it in its `slots.ts`, and pages of either render it. The
 * component loads when the slot is first rendered and the server is reachable. Until then the slot is empty, or keeps
 * the room of these class names, so that nothing moves; a large one (`isAwaited`) suspends inside a boundary that shows a
 * placeholder.
 */
export function createSlot<Props extends object>({ isAwaited = false, room = '' } = {}): Slot<Props> {
  const empty: Load<Props> = async () => Empty
  let load = empty
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    const from = load
    const component = await retryImport(from)
    if (from === load) loaded = component
    return { default: component }
  }
  const Later = lazy(preload)
  function Part(props: Props) {
    // Fixed while mounted, because another component in its place would lose the state.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Later)
    const part = createElement(Component, props)
    // Printing waits for elements with this attribute.
    return isAwaited ? (
      part
    ) : (
      <Suspense fallback={<span hidden={!room} data-awaited className={room} />}>{part}</Suspense>
    )
  }
  const fill = (by: Load<Props>): void => {
    load = by
    loaded = null
  }
  return Object.assign(Part, { preload, isFilled: () => load !== empty, fill })
}

/** Waits for a module, and for what fills the slots that it shows at once, so that nothing of it moves when they come. */
export async function withSlots<T>(
  module: Promise<T>,
  ...slots: readonly { preload(): Promise<unknown> }[]
): Promise<T> {
  const [loaded] = await Promise.all([module, ...slots.map(slot => slot.preload())])
  return loaded
}

/** A slot together with what fills it, for a manifest. */
export interface Filling {
  readonly fill: () => void
}

/** Fills a slot with a component of this feature. */
export const filled = <Props extends object>(slot: Slot<Props>, load: Load<Props>): Filling => ({
  fill: () => slot.fill(load),
})

/** Fills the slots of all features. Called once when the app starts. */
export function fillSlots(features: readonly { slots?: readonly Filling[] }[]): void {
  for (const { slots = [] } of features) for (const { fill } of slots) fill()
}
