import { Maximize2, X } from 'lucide-react'
import { type ReactElement, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Beside } from '../../platform/beside'
import { useSession } from '../../platform/session'
import { LinkButton } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { SkeletonRows } from '../../ui/skeleton'
import { DocumentBeside } from '../documents/slots'
import { GraphBeside } from '../graphs/slots'
import { MessagesThread } from '../home/slots'
import { SourceBeside } from '../sources/slots'
import { TaskBeside } from '../tasks/slots'
import { keyOfPlace, type Place, placeOf } from './address'

interface Props {
  /** The address of the result, which also says where in it the match is. */
  address: string
  onAddress: (address: string) => void
  onClose: () => void
}

/** A result beside the others, as its own page shows it; nothing for an address that cannot stand there. */
export function BesidePane({ address, onAddress, onClose }: Props) {
  const { t } = useTranslation(['searchPage', 'app'])
  const organizationId = useSession(state => state.organizationId)
  const place = placeOf(address)
  if (!place) return null
  return (
    <section aria-label={t('beside')} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-11 shrink-0 items-center justify-end gap-2 border-b border-line bg-surface-2 px-5 print:hidden">
        <LinkButton size="sm" icon={Maximize2} href={`#${address}`}>
          {t('open')}
        </LinkButton>
        <IconButton icon={X} label={t('close')} keys="escape" onClick={onClose} className="-mr-2" />
      </div>
      <div className="flex min-h-0 flex-1">
        <Beside address={address} onAddress={onAddress}>
          <Suspense fallback={<SkeletonRows label={t('loading')} />}>
            {/* Other workspaces reuse ids. */}
            <Thing key={`${organizationId}.${keyOfPlace(place)}`} place={place} />
          </Suspense>
        </Beside>
      </div>
    </section>
  )
}

function Thing({ place }: { place: Place }): ReactElement {
  switch (place.kind) {
    case 'document':
      return <DocumentBeside doc_id={place.id} />
    case 'graph':
      return <GraphBeside doc_id={place.doc_id} graph_id={place.id} />
    case 'task':
      return <TaskBeside task_id={place.id} />
    case 'chat':
      return <MessagesThread chat_id={place.id} />
    case 'source':
      return <SourceBeside source={place.source} picture={place.picture} />
  }
}
