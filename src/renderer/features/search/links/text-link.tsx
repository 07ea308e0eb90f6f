import { Lock, NotebookText, ScrollText, SquareCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TitleRef } from '#shared/contract/search/endpoints'
import { hrefOfReference, type Reference } from '#shared/page/references'
import { useKnownTitle } from '../../../platform/titles'
import { ReferenceChip } from '../../../ui/reference-chip'

type Place = Exclude<Reference, { kind: 'person' }>

const icons = { document: NotebookText, log: ScrollText, task: SquareCheck }

function refOf(reference: Place): TitleRef {
  switch (reference.kind) {
    case 'document':
      return `document:${reference.doc_id}`
    case 'log':
      return `log:${reference.log_id}`
    case 'task':
      return `task:${reference.task_id}`
  }
}

/** A link by the present name of its target; for those who may not see the target it only says so. */
export function TextLink({ reference }: { reference: Place }) {
  const { t } = useTranslation('pages')
  const title = useKnownTitle(refOf(reference))
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
