import { Bell, CircleAlert, CircleCheck, X } from 'lucide-react'
import { type CSSProperties, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { toast as sonner, Toaster } from 'sonner'
import { toast as limits } from '#shared/limits'
import { Button } from './button'
import type { Icon } from './icon'
import { IconButton } from './icon-button'
import { type ToastKind, type ToastRequest, takeToast, waitingToasts, watchToasts } from './toast-queue'

const KINDS: Record<ToastKind, { icon: Icon; colour: string; role: 'status' | 'alert'; duration: number }> = {
  success: { icon: CircleCheck, colour: 'text-success', role: 'status', duration: limits.duration },
  info: { icon: Bell, colour: 'text-accent', role: 'status', duration: limits.duration },
  failure: { icon: CircleAlert, colour: 'text-danger', role: 'alert', duration: Number.POSITIVE_INFINITY },
}

interface CardProps {
  request: ToastRequest
  closeLabel: string
  close: () => void
  /** Closes it and performs its action. */
  act: () => void
}

function Card({ request, closeLabel, close, act }: CardProps) {
  const { icon: Glyph, colour, role } = KINDS[request.kind]
  const { action } = request
  return (
    <div className="flex gap-2.5 rounded-md border border-line bg-surface-1 px-[11px] py-[9px] text-sm text-default shadow-2">
      <span className={colour}>
        <Glyph size={17} />
      </span>
      <div className="min-w-0 flex-1">
        <div role={role}>
          <p className="font-semibold">{request.title}</p>
          {request.text && <p className="text-xs text-muted">{request.text}</p>}
        </div>
        {action && (
          <span className="mt-2 block">
            <Button size="sm" onClick={act}>
              {action.label}
            </Button>
          </span>
        )}
      </div>
      <IconButton icon={X} size="sm" label={closeLabel} onClick={close} tooltipSide="left" className="-mt-1 -mr-1" />
    </div>
  )
}

// A constant array: with a new one each time, sonner would register its listener again, after ours, and take the focus
// back.
const HOTKEY = ['altKey', 'KeyT']

/** Returns how many toasts fit into the window; the others wait. */
function capacity(): number {
  const smallest = 60
  return Math.max(3, Math.floor(window.innerHeight / smallest) - 1)
}

/**
 * Places toasts below the page header: a toast stays while the pointer rests on it, and would cover the tools there.
 */
const belowHeader = 'calc(var(--top-inset) + var(--header-h) + 8px)'

function toaster(): HTMLElement | null {
  return document.querySelector('[data-sonner-toaster]')
}

/** Alt+T focuses the newest toast and keeps all toasts open; Escape returns the focus [2.22a] [2.22b]. */
function useToastKeys() {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // Compares the physical key, because with Alt the letter differs between systems.
      if (event.altKey && event.code === 'KeyT') {
        event.preventDefault()
        toaster()?.querySelector<HTMLElement>('[data-sonner-toast]')?.focus()
      }
      const focused = document.activeElement
      if (event.key === 'Escape' && focused instanceof HTMLElement && toaster()?.contains(focused)) focused.blur()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** The toast stack, built on sonner. Loaded on demand by toast.tsx and fed from the queue. */
export function ToastStack({ label, closeLabel }: { label: string; closeLabel: string }) {
  const waiting = useSyncExternalStore(watchToasts, waitingToasts)
  /** The ids of the toasts on screen by their keys. One that is going has none, so that its key can be used again. */
  const [shown, setShown] = useState<ReadonlyMap<string, string>>(new Map())
  const count = useRef(0)
  useToastKeys()

  useEffect(() => {
    const next = waiting.find(request => shown.has(request.key) || shown.size < capacity())
    if (!next) return
    takeToast(next)
    count.current += 1
    const id = shown.get(next.key) ?? `${next.key}.${count.current}`
    setShown(ids => new Map(ids).set(next.key, id))
    let isGone = false
    let hide = () => {}
    const gone = () => {
      setShown(ids => new Map([...ids].filter(([, other]) => other !== id)))
      if (isGone) return
      isGone = true
      hide()
      next.onClose?.()
    }
    const close = () => {
      gone()
      sonner.dismiss(id)
    }
    const act = () => {
      isGone = true
      hide()
      close()
      next.action?.onPress()
    }
    hide = next.onShown?.(close) ?? hide
    if (isGone) return
    sonner.custom(() => <Card request={next} {...{ closeLabel, close, act }} />, {
      id,
      duration: next.duration ?? KINDS[next.kind].duration,
      onDismiss: gone,
      onAutoClose: gone,
    })
  }, [waiting, shown, closeLabel])

  return (
    <Toaster
      position="top-right"
      duration={limits.duration}
      visibleToasts={Number.POSITIVE_INFINITY}
      expand
      gap={8}
      hotkey={HOTKEY}
      containerAriaLabel={label}
      offset={{ top: belowHeader, right: 16 }}
      mobileOffset={{ top: belowHeader, right: 16, left: 16 }}
      style={{ '--width': `${limits.width}px`, zIndex: 'var(--z-toast)' } as CSSProperties}
    />
  )
}
