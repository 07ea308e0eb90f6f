/** Other valid extensions of a MIME type, besides the one assigned to it. */
export const accepted: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png', 'apng'],
  'image/tiff': ['tif', 'tiff'],
  'image/svg+xml': ['svg'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/matroska': ['mkv', 'mk3d'],
  'video/vnd.avi': ['avi'],
  'video/x-ms-asf': ['wmv', 'asf'],
  'video/mpeg': ['mpg', 'mpeg', 'mpe', 'm2v', 'vob'],
  'video/mp2t': ['ts', 'mts', 'm2ts'],
  'audio/mp4': ['m4a', 'mp4', 'm4b', 'f4a'],
  'audio/mpeg': ['mp3', 'mp2', 'mp1', 'mpga'],
  'audio/ogg': ['ogg', 'oga', 'opus', 'spx'],
  'audio/webm': ['webm', 'weba'],
  'audio/matroska': ['mka', 'mkv'],
  'audio/x-ms-asf': ['wma', 'asf'],
  'audio/aiff': ['aif', 'aiff', 'aifc'],
  'text/html': ['html', 'htm'],
  'application/xhtml+xml': ['xhtml', 'xht', 'html', 'htm'],
  'application/zip': ['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'],
  'application/gzip': ['gz', 'tgz'],
}

/** Container types that many formats are based on. */
export const loose: ReadonlySet<string> = new Set([
  'text/plain',
  'application/xml',
  'application/zip',
  'application/x-cfb',
  'application/gzip',
  'application/octet-stream',
])

/** Extensions that people trust, all of which are recognisable from their bytes. */
export const claimed: ReadonlySet<string> = new Set(
  `jpg jpeg png gif webp avif heic bmp tif tiff pdf mp4 m4v mov webm mkv avi flv wmv mp3 m4a wav ogg opus flac aac docx xlsx pptx
  odt ods odp zip rar 7z gz exe dll msi`.split(/\s+/),
)
