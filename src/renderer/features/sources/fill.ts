import { withWords } from '../../i18n/languages'
import { fillChosenPictures, fillLogPictures, fillPickPictures } from '../../platform/parts'

/** What other features show of this one. Called once, when the app starts. */
export function fillSourceParts(): void {
  fillLogPictures(async () => (await withWords('sources', import('./log-pictures'))).LogPictures)
  fillPickPictures(async () => {
    const loaded = withWords('sources', import('./picker/pick-pictures'))
    // A log with what is chosen here is shown at once, also where there is no network any more.
    const [{ PickPictures }] = await Promise.all([loaded, import('./log-pictures')])
    return PickPictures
  })
  fillChosenPictures(async () => (await withWords('sources', import('./picker/chosen-pictures'))).ChosenPictures)
}
