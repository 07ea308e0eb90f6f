import { zoneTime } from '#shared/rules/zone-time'

const minute = 60_000
const day = 1_440 * minute

/** An instant as the clocks of a zone show it, `YYYY-MM-DDTHH:MM`, which is what fields for a time hold. */
export function wallTimeOf(instant: string, zone: string): string {
  const at = Date.parse(instant)
  return new Date(at + zoneTime(zone).offset(at)).toISOString().slice(0, 16)
}

/** The instant at which the clocks of a zone show a time; null if the text is not one. */
export function instantOf(wall: string, zone: string): string | null {
  const at = Date.parse(`${wall}Z`)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall) || Number.isNaN(at)) return null
  return new Date(zoneTime(zone).instantOf(Math.floor(at / day), (at % day) / minute)).toISOString()
}

/** The last second of a day `YYYY-MM-DD` in a zone; null if the text is not one. */
export function endOfDay(date: string, zone: string): string | null {
  const at = Date.parse(`${date}T00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(at)) return null
  return new Date(zoneTime(zone).instantOf(Math.floor(at / day), 1_440) - 1_000).toISOString()
}
