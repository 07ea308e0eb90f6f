/** Whole JPEG pictures begin and end with these, whatever a camera says that it sends. */
const start = Buffer.from([0xff, 0xd8, 0xff])
const end = Buffer.from([0xff, 0xd9])

/** The JPEG picture that the bytes are, without what cameras put behind it; undefined for anything else, or half a picture. */
export function jpegIn(bytes: Buffer): Buffer | undefined {
  const last = bytes.lastIndexOf(end)
  return bytes.subarray(0, 3).equals(start) && last > 0 ? bytes.subarray(0, last + end.length) : undefined
}
