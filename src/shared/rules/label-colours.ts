/** Words that by themselves say good or bad, in the four languages of the app. */
const good = new Set(
  'clear ok okay good done free ready fine passed clean finished fixed safe normal frei gut fertig erledigt bereit sauber sicher libre bien listo lista hecho limpio bueno साफ़ साफ ठीक अच्छा तैयार पूरा'.split(
    ' ',
  ),
)
const bad = new Set(
  'bad long full failed fail alarm broken late blocked error danger stuck missing overdue delayed down defect dirty unattended lang voll fehler gescheitert kaputt spät blockiert gefahr überfällig defekt malo larga largo lleno llena error alarma roto rota tarde bloqueado peligro falta खराब ख़राब लंबी लंबा भरा विफल देर बंद खतरा'.split(
    ' ',
  ),
)
const not = new Set('no not nicht kein keine keinen sin नहीं'.split(' '))

/** Preferred colours by their index among the five [9.8c]: green, then olive for good; amber, then pink for bad. */
const preferred = { good: [2, 4], bad: [1, 3] }
const all = [0, 4, 3, 2, 1]

function meaningOf(text: string): 'good' | 'bad' | null {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const isGood = words.some(word => good.has(word))
  const isBad = words.some(word => bad.has(word))
  if (isGood === isBad) return null
  return isGood === words.some(word => not.has(word)) ? 'bad' : 'good'
}

/**
 * The colours of a graph's labels by index. Chosen colours win, good labels become green, bad ones amber; the others
 * keep the colour of their index if it is free. No two colours are equal unless they were chosen.
 */
export function labelColours(
  labels: Partial<Record<string, string>>,
  chosen: Partial<Record<string, number>> = {},
): Record<string, number> {
  const colours: Record<string, number> = {}
  const give = (index: string, wanted: readonly number[]) => {
    const used = new Set(Object.values(colours))
    const colour = wanted.find(candidate => !used.has(candidate))
    if (colour !== undefined) colours[index] = colour
  }
  for (const index of Object.keys(labels)) {
    const choice = chosen[index]
    if (choice !== undefined) colours[index] = choice
  }
  for (const [index, text] of Object.entries(labels)) {
    const meaning = text === undefined ? null : meaningOf(text)
    if (colours[index] === undefined && meaning) give(index, preferred[meaning])
  }
  for (const index of Object.keys(labels)) if (colours[index] === undefined) give(index, [Number(index), ...all])
  return colours
}
