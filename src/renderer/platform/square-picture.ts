import { picture } from '#shared/contract/profile/limits'

/** Thrown for a file that this browser cannot read as a picture. */
export class NotAPicture extends Error {}

/** Crops a picture to its centre and scales it to 256 × 256; returns a data URL that the contract accepts. */
export async function squarePicture(file: Blob): Promise<string> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new NotAPicture()
  })
  const side = Math.min(image.width, image.height)
  const canvas = document.createElement('canvas')
  canvas.width = picture.side
  canvas.height = picture.side
  const paper = canvas.getContext('2d')
  if (!paper || side === 0) throw new NotAPicture()
  // Makes transparent parts white instead of JPEG's black.
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, picture.side, picture.side)
  paper.imageSmoothingQuality = 'high'
  paper.drawImage(
    image,
    (image.width - side) / 2,
    (image.height - side) / 2,
    side,
    side,
    0,
    0,
    picture.side,
    picture.side,
  )
  image.close()
  return canvas.toDataURL('image/jpeg', 0.88)
}
