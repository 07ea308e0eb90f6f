import { type IpcRendererEvent, ipcRenderer } from 'electron'
import { type BridgeReply, channelOf, pushOf } from '#shared/bridge-wire'
import type { Bridge, Channels, PillBridge, Pushes } from '#shared/contract/desktop'

type Listening = Bridge['on'] & PillBridge['on']

/** Calls a channel. An API error rejects with `{ code, message }`. */
export function ask<K extends keyof Channels>(method: K): Bridge[K] {
  const call = async (input: unknown) => {
    const reply: BridgeReply = await ipcRenderer.invoke(channelOf(method), input)
    // A plain object, because only the message of an Error reaches the page.
    return reply.ok ? reply.value : Promise.reject({ code: reply.code, message: reply.message })
  }
  return call as Bridge[K]
}

export function listenTo<K extends keyof Pushes>(name: K): Listening[K] {
  const subscribe = (listener: (value: unknown) => void) => {
    // The event is dropped, because it would let the page send anything.
    const heard = (_: IpcRendererEvent, value: unknown) => listener(value)
    ipcRenderer.on(pushOf(name), heard)
    return () => {
      ipcRenderer.off(pushOf(name), heard)
    }
  }
  return subscribe as Listening[K]
}
