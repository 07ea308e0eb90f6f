import type { Rectangle } from 'electron'

export interface WindowState extends Rectangle {
  readonly isMaximized: boolean
}

const usual = { width: 1_280, height: 840 } as const
/** How much of a window must be on a display to be found; pixels. */
const visible = 80

/** Where the window opens: where it was, if that is still on a display; else where the system puts it. */
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
