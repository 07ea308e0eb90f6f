import { withNamespaces } from '../../i18n/languages'
import { registerChosenPictures, registerLogPictures, registerPickPictures } from '../../platform/slots'

/** Registers what other features show of sources. Called once when the app starts. */
export function registerSourceSlots(): void {
  registerLogPictures(async () => (await withNamespaces('sources', import('./log-pictures'))).LogPictures)
  registerPickPictures(async () => {
    const loaded = withNamespaces('sources', import('./picker/pick-pictures'))
    // Loaded together, so that a log with chosen pictures can be shown at once, even offline.
    const [{ PickPictures }] = await Promise.all([loaded, import('./log-pictures')])
    return PickPictures
  })
  registerChosenPictures(
    async () => (await withNamespaces('sources', import('./picker/chosen-pictures'))).ChosenPictures,
  )
}
