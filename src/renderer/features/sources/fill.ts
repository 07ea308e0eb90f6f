import { withWords } from '../../i18n/languages'
import { fillLogPictures } from '../../platform/parts'

/** What other features show of this one. Called once, when the app starts. */
export function fillSourceParts(): void {
  fillLogPictures(async () => (await withWords('sources', import('./log-pictures'))).LogPictures)
}
