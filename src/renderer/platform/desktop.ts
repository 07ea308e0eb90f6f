import type { Bridge, Channels } from '#shared/contract/desktop'
import { logError } from './log'

type Push = keyof Bridge['on']

declare global {
  interface Window {
    /** What the desktop app's preload script offers. The web build has none of it. */
    readonly wheelhouse?: Bridge
  }
}

type Call = (input: unknown) => Promise<unknown>
type Listen = (listener: (value: unknown) => void) => () => void

/** The shapes are fetched with the first use, because most pages have no desktop around them. */
const shapes = () => import('#shared/contract/desktop')

let known: { raw: Bridge; checked: Bridge } | null = null

/**
 * The desktop app around this page, or null in the web build. What comes from it is checked: an answer that is not the contract's
 * rejects, a push is logged and left out. Nothing else may look for the bridge.
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
    // First of all: Stop does not wait for anything.
    const answer = (raw[name] as Call)(input)
    const [{ channels }, value] = await Promise.all([shapes(), answer])
    return channels[name].output.parse(value)
  }
}

function listening(raw: Bridge, name: Push): Listen {
  return listener => {
    let isOver = false
    const stop = (raw.on[name] as Listen)(value => {
      // In the order in which they came: they all wait for the same.
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
