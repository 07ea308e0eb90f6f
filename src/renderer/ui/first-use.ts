const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'click'] as const

let isUsed = false
const waiting = new Set<() => void>()

function used(): void {
  isUsed = true
  for (const sign of SIGNS) window.removeEventListener(sign, used, true)
  for (const run of waiting) run()
  waiting.clear()
}

for (const sign of SIGNS) window.addEventListener(sign, used, { capture: true, passive: true })

/**
 * Runs at the first sign of use, or at once if there was one. This is the time to load what the first page does not
 * need. Returns the function that cancels it.
 */
export function onFirstUse(run: () => void): () => void {
  if (isUsed) {
    run()
    return () => {}
  }
  waiting.add(run)
  return () => waiting.delete(run)
}
