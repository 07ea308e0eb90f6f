import { withNamespaces } from '../../i18n/languages'
import { registerChosenPictures, registerLogPictures, registerPickPictures } from '../../platform/slots'

/** What other features show of this one. Called once, when the app starts. */
export function registerSourceSlots(): void {
  registerLogPictures(async () => (await withNamespaces('sources', import('./log-pictures'))).LogPictures)
  registerPickPictures(async () => {
    const loaded = withNamespaces('sources', import('./picker/pick-pictures'))
    // A log with what is chosen here is shown at once, also where there is no network any more.
    const [{ PickPictures }] = await Promise.all([loaded, import('./log-pictures')])
    return PickPictures
  })
  registerChosenPictures(
    async () => (await withNamespaces('sources', import('./picker/chosen-pictures'))).ChosenPictures,
  )
}
