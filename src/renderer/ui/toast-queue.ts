export type ToastKind = 'success' | 'info' | 'failure'

export interface ToastOptions {
  text?: string
  action?: { label: string; onPress: () => void }
  /** A later toast with the same key replaces the earlier one. */
  key?: string
  /** How long it stays, in milliseconds, other than those of its kind. */
  duration?: number
  /** Called once it appears, with what closes it. The returned function is called when it goes, however it does. */
  onShown?: (close: () => void) => () => void
  /** Called when it goes without its action: by itself, or because the person closed it. */
  onClose?: () => void
}

export interface ToastRequest extends ToastOptions {
  key: string
  kind: ToastKind
  title: string
}

let waiting: readonly ToastRequest[] = []
let count = 0
const watchers = new Set<() => void>()

function change(next: readonly ToastRequest[]) {
  waiting = next
  for (const watcher of watchers) watcher()
}

export function enqueueToast(kind: ToastKind, title: string, options: ToastOptions = {}): void {
  count += 1
  const key = options.key ?? `toast-${count}`
  change([...waiting.filter(other => other.key !== key), { ...options, key, kind, title }])
}

export function takeToast(request: ToastRequest): void {
  change(waiting.filter(other => other !== request))
}

export function waitingToasts(): readonly ToastRequest[] {
  return waiting
}

export function watchToasts(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
