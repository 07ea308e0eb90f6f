/** The zoom and the offset of a picture from the centre of its frame, in pixels of the frame. */
export interface View {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export const whole: View = { scale: 1, x: 0, y: 0 }
/** The largest zoom factor. */
export const maxScale = 8

/** Zooms around a point of the frame, relative to its centre, so that the content under it stays in place. */
export function zoomed(view: View, factor: number, at: { x: number; y: number } = { x: 0, y: 0 }): View {
  const scale = Math.min(maxScale, Math.max(1, view.scale * factor))
  const grown = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }
}

export const moved = (view: View, x: number, y: number): View => ({ ...view, x: view.x + x, y: view.y + y })

/** Keeps the picture over the frame where it is large enough, and centred otherwise. */
export function within(view: View, frame: Size, picture: Size): View {
  const slack = (shown: number, frameSize: number) => Math.max(0, (shown * view.scale - frameSize) / 2)
  // The scale at which the picture fits the frame.
  const fit = Math.min(frame.width / picture.width, frame.height / picture.height, 1)
  const across = slack(picture.width * fit, frame.width)
  const down = slack(picture.height * fit, frame.height)
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value))
  return { ...view, x: clamp(view.x, across), y: clamp(view.y, down) }
}
