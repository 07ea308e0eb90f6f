import type { Language } from '#shared/contract/common'
import type { CaptureStatus, PillAppearance } from '#shared/contract/desktop'

export interface PillTexts {
  readonly pillSharing: string
  readonly pillPaused: string
  readonly trayReconnecting: string
  readonly pillWatching: string
  readonly trayNobody: string
  readonly job: string
  readonly pillStop: string
  readonly stop: string
}

export interface Words {
  readonly texts: PillTexts
  readonly language: Language
  readonly fill: (text: string, values: Record<string, string>) => string
}

/** The texts of the pill for a capture status; null while nothing is shared. */
export function pillAppearance(
  { sharing, viewers }: CaptureStatus,
  { texts, language, fill }: Words,
): PillAppearance | null {
  if (sharing === 'off') return null
  const titles = { sharing: texts.pillSharing, paused: texts.pillPaused, reconnecting: texts.trayReconnecting }
  // While nothing is sent, nobody sees anything.
  const watching = sharing === 'reconnecting' ? null : viewers
  const names = watching?.map(({ name, job_id }) => (job_id === null ? name : fill(texts.job, { name })))
  return {
    language,
    state: sharing,
    title: titles[sharing],
    watching: names ? whoWatches(names, { texts, language, fill }) : '',
    watchers: names?.length ?? 0,
    stop: texts.pillStop,
    stopLabel: texts.stop,
  }
}

function whoWatches(names: readonly string[], { texts, language, fill }: Words): string {
  if (names.length === 0) return texts.trayNobody
  return fill(texts.pillWatching, { names: new Intl.ListFormat(language).format(names) })
}
