import { contextBridge } from 'electron'
import type { Bridge } from '#shared/contract/desktop'
import { ask, listenTo } from './ask'

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
  autoStart: ask('autoStart'),
  setAutoStart: ask('setAutoStart'),
  feedStatus: ask('feedStatus'),
  watch: ask('watch'),
  follow: ask('follow'),
  unwatch: ask('unwatch'),
  controlOtherComputers: ask('controlOtherComputers'),
  signInWithGoogle: ask('signInWithGoogle'),
  cancelGoogle: ask('cancelGoogle'),
  notify: ask('notify'),
  setBadge: ask('setBadge'),
  on: {
    captureChanged: listenTo('captureChanged'),
    feed: listenTo('feed'),
    feedStatus: listenTo('feedStatus'),
    tokensChanged: listenTo('tokensChanged'),
    linkOpened: listenTo('linkOpened'),
  },
}

/** Exposes everything of the contract to the app's own page. */
export function exposeBridge(): void {
  contextBridge.exposeInMainWorld('wheelhouse', bridge)
}
