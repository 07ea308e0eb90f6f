import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import { type BridgeReply, channelOf, pushOf } from '#shared/bridge-wire'
import type { Bridge, Channels, Pushes } from '#shared/contract/desktop'

/** Asks on one channel. A refusal rejects with `{ code, message }`. */
function ask<K extends keyof Channels>(method: K): Bridge[K] {
  const call = async (input: unknown) => {
    const reply: BridgeReply = await ipcRenderer.invoke(channelOf(method), input)
    // A plain object: of an Error nothing but the message gets into the page.
    return reply.ok ? reply.value : Promise.reject({ code: reply.code, message: reply.message })
  }
  return call as Bridge[K]
}

function hear<K extends keyof Pushes>(name: K): Bridge['on'][K] {
  const subscribe = (listener: (value: unknown) => void) => {
    // The event would hand the page the means to send anything.
    const heard = (_: IpcRendererEvent, value: unknown) => listener(value)
    ipcRenderer.on(pushOf(name), heard)
    return () => {
      ipcRenderer.off(pushOf(name), heard)
    }
  }
  return subscribe as Bridge['on'][K]
}

const bridge: Bridge = {
  appInfo: ask('appInfo'),
  setServer: ask('setServer'),
  setSession: ask('setSession'),
  freshTokens: ask('freshTokens'),
  captureStatus: ask('captureStatus'),
  captureSources: ask('captureSources'),
  startCapture: ask('startCapture'),
  pauseCapture: ask('pauseCapture'),
  resumeCapture: ask('resumeCapture'),
  stopCapture: ask('stopCapture'),
  readConsent: ask('readConsent'),
  giveConsent: ask('giveConsent'),
  withdrawConsent: ask('withdrawConsent'),
  screenPermission: ask('screenPermission'),
  openScreenSettings: ask('openScreenSettings'),
  autoLaunch: ask('autoLaunch'),
  setAutoLaunch: ask('setAutoLaunch'),
  watch: ask('watch'),
  unwatch: ask('unwatch'),
  notify: ask('notify'),
  on: {
    captureChanged: hear('captureChanged'),
    feed: hear('feed'),
    feedStatus: hear('feedStatus'),
    tokensChanged: hear('tokensChanged'),
    linkOpened: hear('linkOpened'),
  },
}

contextBridge.exposeInMainWorld('wheelhouse', bridge)
