import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { onFirstUse } from './first-use'
import { lazyComponent } from './lazy-component'
import { enqueueToast, type ToastOptions, waitingToasts, watchToasts } from './toast-queue'

/**
 * Short messages at the top right [2.22a]. A success or a piece of news leaves after five seconds [9.7a]; a failure is
 * read out at once and stays until it is closed. Callable from anywhere: what comes before the page is ready waits.
 */
export const toast = {
  success: (title: string, options?: ToastOptions) => enqueueToast('success', title, options),
  info: (title: string, options?: ToastOptions) => enqueueToast('info', title, options),
  failure: (title: string, options?: ToastOptions) => enqueueToast('failure', title, options),
}

const load = () => import('./toast-stack')
const Stack = lazyComponent(async () => (await load()).ToastStack)

interface Props {
  /** What assistive technology calls the place; sonner adds the keys. */
  label: string
  closeLabel: string
}

/** Where toasts appear. Mounted once; its code is fetched at the first use of the page, or with the first toast. */
export function Toaster(props: Props) {
  const someWait = useSyncExternalStore(watchToasts, waitingToasts).length > 0
  const [wanted, setWanted] = useState(someWait)
  if (someWait && !wanted) setWanted(true)
  useEffect(() => onFirstUse(() => void load().catch(() => undefined)), [])
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Stack {...props} />
    </Suspense>
  )
}
