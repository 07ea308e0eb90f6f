import { createContext, type ReactNode, Suspense, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { lazyComponent } from './lazy-component'
import type { LightboxLabels, LightboxPicture } from './lightbox'

const Lightbox = lazyComponent(async () => (await import('./lightbox')).Lightbox)

/** Whether a part knows all of its pictures; `failed` means that some could not be loaded. */
export type GalleryState = 'loading' | 'ready' | 'failed'

interface Part {
  pictures: readonly LightboxPicture[]
  state: GalleryState
}

/** The pictures of several parts, in the order of the parts, for one shared lightbox. */
interface Gallery {
  put(order: number, part: Part): void
  open(id: string): void
}

type Parts = ReadonlyMap<number, Part>

const inOrder = (parts: Parts) => [...parts].sort(([a], [b]) => a - b).map(([, part]) => part)
const nothing: Part = { pictures: [], state: 'loading' }

const Context = createContext<Gallery | null>(null)

/** Joins the pictures of all parts inside. Inside another scope it joins that scope instead. */
export function GalleryScope({ children, ...rest }: ScopeProps) {
  const outer = useContext(Context)
  return outer ? children : <Scope {...rest}>{children}</Scope>
}

interface ScopeProps {
  children: ReactNode
  labels: LightboxLabels
  /** Opens a picture somewhere other than in the scope's own lightbox. */
  onOpen?: ((id: string) => void) | undefined
}

function Scope({ children, labels, onOpen }: ScopeProps) {
  const elsewhere = useRef(onOpen)
  useEffect(() => {
    elsewhere.current = onOpen
  })
  const [byOrder, setByOrder] = useState<Parts>(new Map())
  const [openId, setOpenId] = useState<string | null>(null)
  const gallery = useMemo<Gallery>(
    () => ({
      put: (order, part) => setByOrder(before => new Map(before).set(order, part)),
      open: id => (elsewhere.current ?? setOpenId)(id),
    }),
    [],
  )
  const pictures = inOrder(byOrder).flatMap(part => part.pictures)
  return (
    <Context value={gallery}>
      {children}
      {openId !== null && pictures.some(picture => picture.id === openId) && (
        <Suspense fallback={null}>
          <Lightbox
            pictures={pictures}
            id={openId}
            onChange={setOpenId}
            onClose={() => setOpenId(null)}
            labels={labels}
          />
        </Suspense>
      )}
    </Context>
  )
}

interface CollectorProps {
  children: ReactNode
  /** How many parts will report pictures. */
  parts: number
  /** Must be a stable function. */
  onCollected: (pictures: readonly LightboxPicture[], state: GalleryState) => void
}

/** Reports the pictures of all parts inside, for a lightbox that another component shows. */
export function GalleryCollector({ children, parts, onCollected }: CollectorProps) {
  const [byOrder, setByOrder] = useState<Parts>(new Map())
  const gallery = useMemo<Gallery>(
    () => ({
      put: (order, part) => setByOrder(before => new Map(before).set(order, part)),
      open: () => undefined,
    }),
    [],
  )
  useEffect(() => {
    const all = inOrder(byOrder)
    const isLoading = all.length < parts || all.some(part => part.state === 'loading')
    const state = isLoading ? 'loading' : all.some(part => part.state === 'failed') ? 'failed' : 'ready'
    onCollected(
      all.flatMap(part => part.pictures),
      state,
    )
  }, [byOrder, parts, onCollected])
  return <Context value={gallery}>{children}</Context>
}

/**
 * Adds pictures to the surrounding scope and returns the function that opens one of them. `pictures` must stay the same
 * array while nothing changes.
 */
export function useGallery(
  order: number,
  pictures: readonly LightboxPicture[],
  state: GalleryState = 'ready',
): (id: string) => void {
  const gallery = useContext(Context)
  if (!gallery) throw new Error('There is no gallery around these pictures: put them inside a GalleryScope.')
  useEffect(() => {
    gallery.put(order, { pictures, state })
    return () => gallery.put(order, nothing)
  }, [gallery, order, pictures, state])
  return gallery.open
}
