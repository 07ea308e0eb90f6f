import type { Rectangle } from 'electron'

export interface WindowState extends Rectangle {
  readonly isMaximized: boolean
}

const usual = { width: 1_280, height: 840 } as const
/** How many pixels of a window must be on a display to be reachable. */
const visible = 80

/** Where the window opens: its last position, if that is still on a display; otherwise the system decides. */
export function placeWindow(
  kept: WindowState | null,
  displays: readonly { workArea: Rectangle }[],
): Partial<Rectangle> {
  if (!kept) return usual
  const isReachable = displays.some(({ workArea }) => {
    const wide = Math.min(kept.x + kept.width, workArea.x + workArea.width) - Math.max(kept.x, workArea.x)
    const isTitleThere = kept.y >= workArea.y && kept.y < workArea.y + workArea.height - visible
    return wide >= visible && isTitleThere
  })
  const { x, y, width, height } = kept
  return isReachable ? { x, y, width, height } : { width, height }
}
