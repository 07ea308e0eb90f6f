import jbig2 from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url'
import decoders from './decoders.js?url'

const files: Record<string, string> = import.meta.glob(
  [
    '../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
  ],
  { query: '?url', import: 'default', eager: true },
)
const addresses = new Map(
  Object.entries(files).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
)

const absolute = (path: string) => new URL(path, location.href).href

/** The base address to which the worker adds the name of a decoder. */
export const decoderAddress = `${absolute(decoders)}?${new URLSearchParams({
  'jbig2_nowasm_fallback.js': absolute(jbig2),
  'openjpeg_nowasm_fallback.js': absolute(openjpeg),
})}&wanted=/`

/** Serves standard fonts and character maps, which PDFs assume to be present, from the app's own files. */
export class OwnFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = addresses.get(filename)
    const answer = address === undefined ? null : await fetch(address)
    if (!answer?.ok) throw new Error(`${filename} could not be loaded.`)
    return new Uint8Array(await answer.arrayBuffer())
  }
}
