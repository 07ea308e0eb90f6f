import type { WebPreferences } from 'electron'

/**
 * The preferences of every window, including default values, so that no update changes them and no window omits one.
 */
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
