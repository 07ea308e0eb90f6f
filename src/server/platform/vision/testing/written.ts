import sharp from 'sharp'

/** A text on a picture: where its left upper corner is, in shares of the picture, and the height of its letters in pixels. */
export interface Written {
  text: string
  x: number
  y: number
  size?: number
  colour?: string
}

/** A picture with printed texts, as a screen or a sign shows them. */
export async function writtenPicture(
  texts: readonly Written[],
  { width = 1280, height = 720, background = '#f4f2ec' } = {},
): Promise<Buffer> {
  const parts = await Promise.all(
    texts.map(async ({ text, x, y, size = 40, colour = '#101010' }) => ({
      // The text is markup, so its own angle brackets are written out.
      input: await sharp({
        text: {
          text: `<span foreground="${colour}">${text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}</span>`,
          font: `sans ${size}`,
          dpi: 72,
          rgba: true,
          width: Math.floor(width * (1 - x)),
        },
      })
        .png()
        .toBuffer(),
      left: Math.round(x * width),
      top: Math.round(y * height),
    })),
  )
  return sharp({ create: { width, height, channels: 3, background } })
    .composite(parts)
    .jpeg({ quality: 90 })
    .toBuffer()
}
