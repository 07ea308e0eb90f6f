/** Complete JPEG pictures begin and end with these bytes, whatever content type a camera declares. */
const start = Buffer.from([0xff, 0xd8, 0xff])
const end = Buffer.from([0xff, 0xd9])

/** The JPEG picture in these bytes, without what cameras append; undefined for other data and incomplete pictures. */
export function jpegIn(bytes: Buffer): Buffer | undefined {
  const last = bytes.lastIndexOf(end)
  return bytes.subarray(0, 3).equals(start) && last > 0 ? bytes.subarray(0, last + end.length) : undefined
}
