import type { AppUpdater } from 'electron-updater'
import type { Clock } from '../platform/clock'
import { logError } from '../platform/log'

export interface UpdateParts {
  /** Loads what downloads new versions and installs them when the app quits: electron-updater. */
  readonly load?: () => Promise<Pick<AppUpdater, 'logger' | 'setFeedURL' | 'checkForUpdates' | 'on'>>
  /**
   * The folder in which new versions are published, with what electron-builder writes beside them. Without one
   * nothing is looked for, which is the default, because there is no such place yet.
   */
  readonly address: string | undefined
  readonly isPackaged: boolean
  readonly clock: Pick<Clock, 'every'>
  /** The title names the `{version}`. */
  readonly texts: () => { newVersion: string; newVersionBody: string }
  /** Tells the person, once for each version, that it is installed as soon as the app quits. */
  readonly notify: (notice: { title: string; body: string; path: string }) => void
}

/** Milliseconds between two looks: the app stays in the tray for weeks. */
export const lookEvery = 6 * 3_600_000

/** Loaded on demand, because it takes a while and most apps have no address. */
const loadUpdater = async () => (await import('electron-updater')).autoUpdater

/**
 * Looks for new versions at the start and from then on. Off until an operator sets `WHEELHOUSE_UPDATES`. Returns whether
 * it looks.
 */
export async function followUpdates(parts: UpdateParts): Promise<boolean> {
  const { load = loadUpdater, address, isPackaged, clock, texts, notify } = parts
  // Only over https, because downloaded code is executed.
  if (!isPackaged || !address?.startsWith('https://')) return false
  try {
    const updater = await load()
    const told = new Set<string>()
    // It would print each step; a failure is logged here.
    updater.logger = null
    updater.on('error', cause => logError('A new version could not be looked for or installed.', cause))
    updater.on('update-downloaded', ({ version }) => {
      if (told.has(version)) return
      told.add(version)
      const { newVersion, newVersionBody: body } = texts()
      notify({ title: newVersion.replace('{version}', version), body, path: '/' })
    })
    updater.setFeedURL({ provider: 'generic', url: address })
    clock.every(lookEvery, () => void look(updater))
    await look(updater)
  } catch (cause) {
    logError('New versions cannot be looked for.', cause)
  }
  return true
}

/** Failures are events as well, which are logged. */
async function look(updater: Pick<AppUpdater, 'checkForUpdates'>): Promise<void> {
  try {
    await (await updater.checkForUpdates())?.downloadPromise
  } catch {
    // See the event.
  }
}
