import { ArchiveRestore } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Branch } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { MenuActions } from '../../../platform/menu-actions'
import { Button } from '../../../ui/button'
import { Pane, PaneBody, PaneHeader } from '../../../ui/pane'
import { toast } from '../../../ui/toast'
import { useOrganisation } from '../../organisations/store'
import { DirectoryState } from '../directory-state'
import type { SectionProps } from '../section-props'
import { useDeletedBranches } from '../store'
import { BranchCards } from './branch-cards'
import { useRestore } from './use-restore'

/** The branches of the workspace, and for owners the deleted ones that can be restored [D3]. */
export function BranchesSection({ isChosen }: SectionProps) {
  const { t } = useTranslation(['administration', 'app'])
  const navigate = useNavigate()
  const isOwner = useOrganisation()?.org_role === 'owner'
  return (
    <Pane as={isChosen ? 'main' : 'section'} onPhone={isChosen} aria-label={t('section.branches')}>
      <PaneHeader
        title={t('section.branches')}
        headingLevel={isChosen ? 1 : 2}
        back={{ label: t('app:action.back'), onPress: () => void navigate('/organisation') }}
      />
      <DirectoryState>
        <PaneBody padded className="flex flex-col gap-7">
          <BranchCards hidesTitle />
          {isOwner && <Deleted />}
        </PaneBody>
      </DirectoryState>
    </Pane>
  )
}

function Deleted() {
  const { t } = useTranslation('administration')
  const { items: branches } = useDeletedBranches()
  useEffect(() => void useDeletedBranches.getState().load(), [])
  if (branches.length === 0) return null
  return (
    <section aria-labelledby="deleted-branches" className="flex max-w-text flex-col gap-2.5">
      <h2 id="deleted-branches" className="text-md font-semibold">
        {t('branch.deletedTitle')}
      </h2>
      <p className="text-sm text-muted">{t('branch.deletedHint')}</p>
      <ul
        aria-labelledby="deleted-branches"
        className="divide-y divide-line rounded-md border border-line bg-surface-1"
      >
        {branches.map(branch => (
          <DeletedBranch key={branch.id} branch={branch} />
        ))}
      </ul>
    </section>
  )
}

function DeletedBranch({ branch }: { branch: Branch }) {
  const { t } = useTranslation('administration')
  const errorText = useErrorText()
  const bringBack = useRestore()
  const { day } = useFormat()
  const [isRestoring, setRestoring] = useState(false)
  const name = branch.branch_name
  async function restore() {
    setRestoring(true)
    const outcome = await bringBack(branch)
    setRestoring(false)
    if (!outcome.ok) toast.failure(errorText(outcome))
  }
  return (
    <li className="flex min-h-11 items-center gap-2.5 px-3 py-2 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        {branch.branch_deleted && (
          <span className="block text-xs text-muted">{t('branch.deletedOn', { day: day(branch.branch_deleted) })}</span>
        )}
      </span>
      <MenuActions
        entries={[
          {
            label: t('branch.restoreOf', { name }),
            needsServer: true,
            disabled: isRestoring,
            onSelect: () => void restore(),
          },
        ]}
        group={t('section.branches')}
      />
      <Button
        needsServer
        size="sm"
        icon={ArchiveRestore}
        loading={isRestoring}
        aria-label={t('branch.restoreOf', { name })}
        onClick={() => void restore()}
      >
        {t('branch.restore')}
      </Button>
    </li>
  )
}
