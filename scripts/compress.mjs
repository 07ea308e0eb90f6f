import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest)$/
/** In bytes; smaller files fit into one packet anyway. */
const WORTHWHILE = 1_000

/**
 * Writes a brotli and a gzip file beside each file that browsers load, with the strongest compression, so that the
 * server need not compress on each request.
 * @param {string} folder
 */
export function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) compress(path)
    else if (COMPRESSIBLE.test(entry.name) && statSync(path).size >= WORTHWHILE) {
      const bytes = readFileSync(path)
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
      )
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    }
  }
}
