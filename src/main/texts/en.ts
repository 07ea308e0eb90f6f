/** What the main process says itself: dialogs, the tray, notifications. The page has its own words. */
export const en = {
  ok: 'OK',
  notNow: 'Not now',
  permissionRequired: 'Screen capture permission is required. Open system preferences to enable it?',
  openSettings: 'Open system preferences',
  permissionError: 'Failed to get screen sources due to permission error',
  permissionThenRestart: 'Turn on screen recording for Wheelhouse in the system settings, then restart the app.',
  autoLaunchAsk: 'Let Wheelhouse start when this computer starts?',
  autoLaunchWhy:
    'Then it can share your screen as you agreed without being opened by hand. It says so whenever it shares.',
  autoLaunchYes: 'Start with this computer',
  autoLaunchNo: 'No, and do not ask again',
  autoLaunchFailed: 'This computer did not allow it. Wheelhouse will not ask again.',
  secretsPlain:
    'This computer has no place for secrets, so your sign-in is kept on disk without protection. Install a keyring to change that.',
  open: 'Open Wheelhouse',
  quit: 'Quit',
  tray: 'Wheelhouse',
  traySharing: 'Sharing: {what}',
  trayPaused: 'Paused: {what}',
  trayReconnecting: 'Not sending. Trying again.',
  trayPictures: 'Pictures taken: {count}',
  trayWatching: 'Watching now',
  trayNobody: 'Nobody is watching',
  job: '{name} (job)',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop sharing',
  startedItself: 'Wheelhouse is sharing your screen',
  startedItselfBody: 'It started by itself, as you agreed. Stop it in the strip, in the tray, or with Ctrl Alt S.',
}

export type Texts = Readonly<Record<keyof typeof en, string>>
