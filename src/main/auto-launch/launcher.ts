import { homedir } from 'node:os'
import Launcher from 'auto-launch'
import { entryFile, mendEntry } from './desktop-entry'

/** Told to the program when the computer starts it. */
export const hiddenArgument = '--hidden'

/** Registers the program with the system. An AppImage is registered itself, not what it unpacked for this run. */
export function createLauncher(name: string, program = process.env.APPIMAGE ?? process.execPath) {
  const launcher = new Launcher({ name, path: program, isHidden: true })
  return {
    isEnabled: () => launcher.isEnabled(),
    disable: () => launcher.disable(),
    async enable(): Promise<void> {
      await launcher.enable()
      if (process.platform === 'linux') await mendEntry(entryFile(homedir(), program), program)
    },
  }
}
