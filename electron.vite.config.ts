import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { firstPaint } from './scripts/first-paint.mjs'

/** The desktop app: out/main, out/preload and out/renderer, each whole, so that the package carries no node_modules. */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      externalizeDeps: false,
      target: 'node22',
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: 'src/main/index.ts',
        // Optional accelerators that the socket package looks for and does without.
        external: ['bufferutil', 'utf-8-validate'],
        output: { format: 'es', entryFileNames: 'index.js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      // A sandboxed preload script is one CommonJS file: what two of them share is in both.
      isolatedEntries: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: ['src/preload/index.ts', 'src/preload/pill.ts'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    base: '/',
    plugins: [react(), tailwindcss(), firstPaint()],
    build: {
      outDir: 'out/renderer',
      emptyOutDir: true,
      target: 'chrome140',
      minify: true,
      // The polyfill would be an inline script, which the content security policy forbids.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        input: ['src/renderer/index.html', 'src/renderer/pill.html'],
        onLog(level, log, report) {
          // Tailwind makes no source map for the style sheet, which nobody steps through.
          if (log.code !== 'SOURCEMAP_BROKEN') report(level, log)
        },
      },
    },
  },
})
