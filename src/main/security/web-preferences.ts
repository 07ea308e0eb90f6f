import type { WebPreferences } from 'electron'

/** The preferences of every window, spelled out where they are the default: an update must not change them, nor a window forget one. */
export function webPreferences(own: Pick<WebPreferences, 'preload' | 'session' | 'backgroundThrottling'> = {}) {
  return {
    ...own,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    enableBlinkFeatures: '',
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: true,
  } satisfies WebPreferences
}
