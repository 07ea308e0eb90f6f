import { Lock, NotebookText, ScrollText, SquareCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { hrefOfReference, type NamedPlace } from '#shared/page/references'
import { titleRefOf, useKnownTitle } from '../../../platform/titles'
import { ReferenceChip } from '../../../ui/reference-chip'

const icons = { document: NotebookText, log: ScrollText, task: SquareCheck }

/** A link by the present name of its target; for those who may not see the target it only says so. */
export function TextLink({ reference }: { reference: NamedPlace }) {
  const { t } = useTranslation('pages')
  const title = useKnownTitle(titleRefOf(reference))
  if (title === undefined) return <span className="text-muted">…</span>
  if (title === null)
    return (
      <span className="text-muted">
        <Lock size={13} className="mr-1 inline align-[-2px]" />
        {t('link.hidden')}
      </span>
    )
  return (
    <ReferenceChip href={hrefOfReference(reference)} icon={icons[reference.kind]}>
      {title}
    </ReferenceChip>
  )
}
