type Target = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
type Listener = Parameters<EventTarget['addEventListener']>

/** Timers and animation frames that were started and may still run. */
interface Running {
  timers: Set<NodeJS.Timeout>
  frames: Set<number>
}

declare global {
  var runningInPage: Running | undefined
}

/**
 * Records timers and animation frames. Files of a process share the record, because packages and jsdom are loaded once
 * and may keep the functions that start them.
 */
function recordRunning(): Running {
  const timers: Running['timers'] = new Set()
  const frames: Running['frames'] = new Set()
  const recorded = <A extends unknown[]>(start: (...given: A) => NodeJS.Timeout) =>
    Object.assign((...given: A) => {
      const timer = start(...given)
      timers.add(timer)
      return timer
    }, start)
  const { setTimeout, setInterval, requestAnimationFrame } = globalThis
  Object.assign(globalThis, {
    setTimeout: recorded(setTimeout),
    setInterval: recorded(setInterval),
    requestAnimationFrame: (callback: FrameRequestCallback) => {
      const frame = requestAnimationFrame(callback)
      frames.add(frame)
      return frame
    },
  })
  return { timers, frames }
}

globalThis.runningInPage ??= recordRunning()
const running = globalThis.runningInPage

/** Ends all timers and animation frames. Frames come first, because a timer of jsdom draws them. */
function endRunning(): void {
  for (const frame of running.frames) cancelAnimationFrame(frame)
  for (const timer of running.timers) clearTimeout(timer)
  running.frames.clear()
  running.timers.clear()
}

/** Records the listeners that are added to a target from now on. Returns the function that removes them. */
function trackListeners(target: Target): () => void {
  const added: Listener[] = []
  const add = target.addEventListener
  target.addEventListener = (...listener: Listener) => {
    added.push(listener)
    add.apply(target, listener)
  }
  return () => {
    target.addEventListener = add
    for (const listener of added) target.removeEventListener(...listener)
  }
}

/** Records the channels that are opened from now on. Returns the function that closes them. */
function trackChannels(): () => void {
  const { BroadcastChannel: Channel } = globalThis
  const opened: BroadcastChannel[] = []
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name)
      opened.push(this)
    }
  }
  return () => {
    globalThis.BroadcastChannel = Channel
    for (const channel of opened) channel.close()
  }
}

/** A request to a database of a file may still be answered when the file has ended, and needs these then. */
const isIndexedDbClass = (key: string | symbol) => typeof key === 'string' && key.startsWith('IDB')

/** Returns the function that removes the properties that an object gets from now on. */
function trackProperties(object: object): () => void {
  const known = new Set(Reflect.ownKeys(object))
  return () => {
    for (const key of Reflect.ownKeys(object))
      if (!known.has(key) && !isIndexedDbClass(key)) Reflect.deleteProperty(object, key)
  }
}

/**
 * Records what a test file adds to the page, which it shares with the other files of its process. Returns the function
 * that removes it. React and user-event mark the document when they listen to it; without the marks they listen again.
 */
export function trackPage(): () => void {
  const undos = [
    trackListeners(window),
    trackListeners(document),
    trackChannels(),
    trackProperties(window),
    trackProperties(document),
  ]
  return () => {
    for (const undo of undos) undo()
    endRunning()
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
    document.head.replaceChildren()
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
    history.replaceState(null, '', '/')
  }
}
