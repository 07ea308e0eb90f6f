import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { onFirstUse } from './first-use'
import { lazyComponent } from './lazy-component'
import { enqueueToast, type ToastOptions, waitingToasts, watchToasts } from './toast-queue'

/**
 * Short messages at the top right [2.22a]. A success or an information leaves after five seconds [9.7a]; a failure is
 * announced at once and stays until it is closed. Can be called from anywhere; messages wait until the page is ready.
 */
export const toast = {
  success: (title: string, options?: ToastOptions) => enqueueToast('success', title, options),
  info: (title: string, options?: ToastOptions) => enqueueToast('info', title, options),
  failure: (title: string, options?: ToastOptions) => enqueueToast('failure', title, options),
}

const load = () => import('./toast-stack')
const Stack = lazyComponent(async () => (await load()).ToastStack)

interface Props {
  /** The name of the region for assistive technology; sonner appends the keys. */
  label: string
  closeLabel: string
}

/** The place where toasts appear. Mounted once; its code loads at the first sign of use or with the first toast. */
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
