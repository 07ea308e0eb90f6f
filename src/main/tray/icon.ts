import type { Menu, MenuItemConstructorOptions, NativeImage, Tray } from 'electron'
import type { TrayIcon } from './tray'

export interface IconParts {
  readonly platform: NodeJS.Platform
  readonly createTray: (
    image: NativeImage,
  ) => Pick<Tray, 'setImage' | 'setToolTip' | 'setTitle' | 'setContextMenu' | 'on'>
  readonly buildMenu: (items: MenuItemConstructorOptions[]) => Menu
  readonly image: (isSharing: boolean) => NativeImage
  readonly open: () => void
}

/** The icon in the system's tray; violet, and on macOS with words beside it, while something is shared. */
export function createIcon({ platform, createTray, buildMenu, image, open }: IconParts): TrayIcon {
  const tray = createTray(image(false))
  // Linux opens the menu itself, and reports no clicks.
  if (platform === 'win32') tray.on('click', open)
  return {
    show({ isSharing, title, menu }) {
      tray.setImage(image(isSharing))
      tray.setToolTip(title)
      if (platform === 'darwin') tray.setTitle(isSharing ? title : '')
      // An open menu does not change, so each state gets a new one.
      tray.setContextMenu(buildMenu(menu))
    },
  }
}
