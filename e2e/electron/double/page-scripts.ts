/** The world in which the preload script runs; only it sees the binding. */
export const preloadWorld = 'preload'
export const binding = '__toMain'
export const receiver = '__fromMain'

/** The page's half of contextBridge: turns the numbers from the other world into functions. */
export const pageHalf = `(() => {
  const send = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail: JSON.stringify(detail) }))
  const callbacks = new Map()
  const promises = new Map()
  let last = 0
  let returned
  const encode = value => {
    if (typeof value !== 'function') return { value }
    callbacks.set(++last, value)
    return { callback: last }
  }
  const decode = ({ kind, value, id }) => {
    if (kind === 'function') return (...args) => {
      send('double:call', { id, args: args.map(encode) })
      return decode(returned)
    }
    if (kind === 'promise') return new Promise((resolve, reject) => promises.set(id, { resolve, reject }))
    if (kind === 'object') return Object.freeze(Object.fromEntries(value.map(([key, part]) => [key, decode(part)])))
    return value
  }
  const on = (name, then) => document.addEventListener(name, event => then(JSON.parse(event.detail)))
  on('double:return', detail => { returned = detail })
  on('double:settled', ({ id, isGood, value }) => {
    const { resolve, reject } = promises.get(id)
    promises.delete(id)
    ;(isGood ? resolve : reject)(value)
  })
  on('double:callback', ({ id, value }) => callbacks.get(id)(value))
  on('double:expose', ({ name, what }) => {
    Object.defineProperty(window, name, { value: decode(what), enumerable: true })
  })
})()`

/**
 * The isolated half: provides \`electron\` to a sandboxed preload script, which is run at its end as a CommonJS file.
 */
export function isolatedHalf(preload: string): string {
  return `(() => {
  const send = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail: JSON.stringify(detail) }))
  const functions = new Map()
  const waiting = new Map()
  const listeners = new Map()
  let last = 0
  const encode = value => {
    if (typeof value === 'function') {
      functions.set(++last, value)
      return { kind: 'function', id: last }
    }
    if (value instanceof Promise) {
      const id = ++last
      value.then(
        good => send('double:settled', { id, isGood: true, value: good }),
        // Of an Error only the message gets across, as in Electron.
        bad => send('double:settled', { id, isGood: false, value: bad instanceof Error ? { message: bad.message } : bad }),
      )
      return { kind: 'promise', id }
    }
    return { kind: 'value', value }
  }
  const encodeTree = value => value && typeof value === 'object' && !(value instanceof Promise)
    ? { kind: 'object', value: Object.entries(value).map(([key, part]) => [key, encodeTree(part)]) }
    : encode(value)
  document.addEventListener('double:call', event => {
    const { id, args } = JSON.parse(event.detail)
    const result = functions.get(id)(...args.map(({ callback, value }) =>
      callback === undefined ? value : heard => send('double:callback', { id: callback, value: heard })))
    send('double:return', encode(result))
  })
  window.${receiver} = ({ id, channel, isGood, value }) => {
    if (id === undefined) for (const listener of [...(listeners.get(channel) ?? [])]) listener({}, value)
    else {
      const { resolve, reject } = waiting.get(id)
      waiting.delete(id)
      isGood ? resolve(value) : reject(new Error(value))
    }
  }
  const electron = {
    contextBridge: { exposeInMainWorld: (name, what) => send('double:expose', { name, what: encodeTree(what) }) },
    ipcRenderer: {
      invoke: (channel, ...args) => new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject })
        // Wrapped: JSON would make null of what is not there.
        window.${binding}(JSON.stringify({ id: last, channel, args: args.map(value => ({ value })) }))
      }),
      on: (channel, listener) => void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      off: (channel, listener) => void listeners.set(channel, (listeners.get(channel) ?? []).filter(one => one !== listener)),
    },
  }
  const require = name => {
    if (name !== 'electron') throw new Error('A sandboxed preload script cannot require ' + name)
    return electron
  }
  ;((require, module, exports) => { ${preload}
  })(require, { exports: {} }, {})
})()`
}
