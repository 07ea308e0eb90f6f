import type { Bridge, Channels } from '#shared/contract/desktop'
import { logError } from './log'

type Push = keyof Bridge['on']

declare global {
  interface Window {
    /** The bridge of the desktop app's preload script; the web build has none. */
    readonly wheelhouse?: Bridge
  }
}

type Call = (input: unknown) => Promise<unknown>
type Listen = (listener: (value: unknown) => void) => () => void

/** The schemas load with the first use, because most pages run without the desktop app. */
const shapes = () => import('#shared/contract/desktop')

let known: { raw: Bridge; checked: Bridge } | null = null

/**
 * Returns the desktop app around this page, or null in the web build. An answer that breaks the contract rejects; a
 * push that breaks it is logged and dropped. All access to the bridge goes through here.
 */
export function desktop(): Bridge | null {
  const raw = window.wheelhouse
  if (!raw) return null
  if (known?.raw !== raw) known = { raw, checked: checking(raw) }
  return known.checked
}

function checking(raw: Bridge): Bridge {
  const on = new Proxy({} as Bridge['on'], { get: (_, name) => listening(raw, name as Push) })
  return new Proxy({} as Bridge, {
    get: (_, name) => (name === 'on' ? on : asking(raw, name as keyof Channels)),
  })
}

function asking(raw: Bridge, name: keyof Channels): Call {
  return async input => {
    // The call goes out before the schemas load, because Stop must not wait for anything.
    const answer = (raw[name] as Call)(input)
    const [{ channels }, value] = await Promise.all([shapes(), answer])
    return channels[name].output.parse(value)
  }
}

function listening(raw: Bridge, name: Push): Listen {
  return listener => {
    let isOver = false
    const stop = (raw.on[name] as Listen)(value => {
      // Pushes keep their order, because all of them wait for the same promise.
      void shapes().then(({ pushes }) => {
        if (isOver) return
        const parsed = pushes[name].safeParse(value)
        if (parsed.success) listener(parsed.data)
        else logError(`The desktop said "${name}" in a shape that is not the contract's.`, parsed.error.issues)
      })
    })
    return () => {
      isOver = true
      stop()
    }
  }
}
