import { afterAll, vi } from 'vitest'

// Tests without a document, which say so in their first line, need none of what is prepared there.
if ('document' in globalThis) await import('./test-document')

// Files of a process share the packages; the app with all state of its modules is loaded anew for each file.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.resetModules()
})
