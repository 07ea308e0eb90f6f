/** What a check of doctor found. `note` works without being set up; only `fix` makes the command fail. */
export interface Answer {
  state: 'ok' | 'note' | 'fix'
  says: string
}

export const ok = (says: string): Answer => ({ state: 'ok', says })
export const note = (says: string): Answer => ({ state: 'note', says })
export const fix = (says: string): Answer => ({ state: 'fix', says })

const units = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const

/** How long ago something was, in the largest unit that is full at least once. */
export function ago(at: string, now: number): string {
  const passed = now - Date.parse(at)
  for (const [length, name] of units) {
    const count = Math.floor(passed / length)
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'} ago`
  }
  return 'less than a minute ago'
}
