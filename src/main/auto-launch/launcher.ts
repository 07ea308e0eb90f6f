import { homedir } from 'node:os'
import Launcher from 'auto-launch'
import { entryFile, quoteProgramInEntry } from './desktop-entry'

/** The argument that the program gets when the computer starts it. */
export const hiddenArgument = '--hidden'

/** Registers the program with the system. Of an AppImage, the image itself is registered, not its unpacked copy. */
export function createLauncher(name: string, program = process.env.APPIMAGE ?? process.execPath) {
  const launcher = new Launcher({ name, path: program, isHidden: true })
  return {
    isEnabled: () => launcher.isEnabled(),
    disable: () => launcher.disable(),
    async enable(): Promise<void> {
      await launcher.enable()
      if (process.platform === 'linux') await quoteProgramInEntry(entryFile(homedir(), program), program)
    },
  }
}
