/** How a picture lies in its frame: enlarged, and moved from the middle; pixels of the frame. */
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
/** Enlarged at most so many times. */
export const mostScale = 8

/** Enlarges around a point of the frame, counted from its middle, so that what is under it stays under it. */
export function zoomed(view: View, factor: number, at: { x: number; y: number } = { x: 0, y: 0 }): View {
  const scale = Math.min(mostScale, Math.max(1, view.scale * factor))
  const grown = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }
}

export const moved = (view: View, x: number, y: number): View => ({ ...view, x: view.x + x, y: view.y + y })

/** With the picture over the frame, as far as it is large enough, and in the middle otherwise. */
export function within(view: View, frame: Size, picture: Size): View {
  const room = (shown: number, there: number) => Math.max(0, (shown * view.scale - there) / 2)
  // As it is shown whole.
  const fit = Math.min(frame.width / picture.width, frame.height / picture.height, 1)
  const across = room(picture.width * fit, frame.width)
  const down = room(picture.height * fit, frame.height)
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value))
  return { ...view, x: clamp(view.x, across), y: clamp(view.y, down) }
}
