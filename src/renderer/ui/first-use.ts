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
 * Runs at the first sign that somebody is here and about to do something, or at once when there was one: the time to fetch what
 * the first page does not need. Answers the function that takes it back.
 */
export function onFirstUse(run: () => void): () => void {
  if (isUsed) {
    run()
    return () => {}
  }
  waiting.add(run)
  return () => waiting.delete(run)
}
