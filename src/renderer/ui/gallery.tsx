import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from 'react'
import type { LightboxLabels, LightboxPicture } from './lightbox'

const Lightbox = lazy(async () => ({ default: (await import('./lightbox')).Lightbox }))

/** Pictures that several parts show and that one lightbox leads through, by the order of the parts. */
interface Gallery {
  put(order: number, pictures: readonly LightboxPicture[]): void
  open(id: string): void
}

const Context = createContext<Gallery | null>(null)

/** Joins the pictures of everything inside; inside another scope it is that one. */
export function GalleryScope({ children, labels }: ScopeProps) {
  const outer = useContext(Context)
  return outer ? children : <Scope labels={labels}>{children}</Scope>
}

interface ScopeProps {
  children: ReactNode
  labels: LightboxLabels
}

function Scope({ children, labels }: ScopeProps) {
  const [byOrder, setByOrder] = useState<ReadonlyMap<number, readonly LightboxPicture[]>>(new Map())
  const [openId, setOpenId] = useState<string | null>(null)
  const gallery = useMemo<Gallery>(
    () => ({
      put: (order, pictures) => setByOrder(before => new Map(before).set(order, pictures)),
      open: setOpenId,
    }),
    [],
  )
  const pictures = [...byOrder].sort(([one], [other]) => one - other).flatMap(([, some]) => some)
  return (
    <Context value={gallery}>
      {children}
      {openId !== null && pictures.some(one => one.id === openId) && (
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

/** Adds pictures to the scope around; answers what opens one of them large. `pictures` has to stay the same while nothing changes. */
export function useGallery(order: number, pictures: readonly LightboxPicture[]): (id: string) => void {
  const gallery = useContext(Context)
  if (!gallery) throw new Error('There is no gallery around these pictures: put them inside a GalleryScope.')
  useEffect(() => {
    gallery.put(order, pictures)
    return () => gallery.put(order, [])
  }, [gallery, order, pictures])
  return gallery.open
}
