import type { AppUpdater } from 'electron-updater'
import { logError } from '../platform/log'

export interface UpdateParts {
  /** Loads what downloads new versions and installs them when the app quits: electron-updater. */
  readonly load?: () => Promise<Pick<AppUpdater, 'logger' | 'setFeedURL' | 'checkForUpdates' | 'on'>>
  /**
   * The folder in which new versions are published, with what electron-builder writes beside them. Null disables the
   * check, which is the default, because there is no such place yet.
   */
  readonly address: string | null
  readonly isPackaged: boolean
}

/** Loaded on demand, because it takes a while and most apps have no address. */
const loadUpdater = async () => (await import('electron-updater')).autoUpdater

/**
 * Looks for a new version once, at the start. Off until an operator sets `WHEELHOUSE_UPDATES`. Returns whether it
 * looked.
 */
export async function checkForUpdates({ load = loadUpdater, address, isPackaged }: UpdateParts): Promise<boolean> {
  // Only over https, because downloaded code is executed.
  if (!isPackaged || !address?.startsWith('https://')) return false
  try {
    const updater = await load()
    // It would print each step; a failure is logged here.
    updater.logger = null
    updater.on('error', cause => logError('A new version could not be installed.', cause))
    updater.setFeedURL({ provider: 'generic', url: address })
    await updater.checkForUpdates()
  } catch (cause) {
    logError('A new version could not be looked for.', cause)
  }
  return true
}
