import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { serverOrigin } from '../../../platform/desktop-app'
import { toast } from '../../../ui/toast'

/** The address of a moment in a transcript; whoever may read the document may open it. */
export const momentLink = (doc_id: number, seconds: number): string =>
  // Rounded down, so that it never leads past the beginning of what was meant.
  `${serverOrigin()}/#/docs/${doc_id}?at=${Math.floor(seconds * 1_000) / 1_000}`

/** Returns the function that copies the address of a moment, and says whether it was copied. */
export function useCopyMoment(doc_id: number): (seconds: number) => void {
  const { t } = useTranslation('meetings')
  async function copy(seconds: number) {
    const link = momentLink(doc_id, seconds)
    try {
      await navigator.clipboard.writeText(link)
      toast.success(t('moment.copied'))
    } catch {
      // Browsers block the clipboard on pages without TLS.
      toast.failure(t('moment.notCopied', { link }))
    }
  }
  return seconds => void copy(seconds)
}

/** The position in seconds at which the address opens a transcript: `?at=221`. */
export function useMomentInAddress(): number | null {
  const [query] = useSearchParams()
  const at = query.get('at')
  return at !== null && /^\d{1,6}(\.\d{1,3})?$/.test(at) ? Number(at) : null
}
