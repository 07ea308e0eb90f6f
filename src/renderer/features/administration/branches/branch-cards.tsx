import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Branch } from '#shared/contract/organisations/endpoints'
import { MenuActions } from '../../../platform/menu-actions'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { StatusPip } from '../../../ui/status-pip'
import { useCan, useDirectory } from '../../organisations/store'
import { BranchHandover } from '../slots'
import { BranchDialog } from './branch-dialog'
import { BranchPeople } from './branch-people'
import { DeleteBranch } from './delete-branch'

type Open = { kind: 'add' } | { kind: 'edit' | 'people' | 'handover' | 'delete'; branch: Branch } | null

/** The branches that the person may see, the primary one first [3.3, D3]. */
export function BranchCards({ hidesTitle = false }: { hidesTitle?: boolean }) {
  const { t } = useTranslation('administration')
  const branches = useDirectory(state => state.branches)
  const mayManage = useCan('branches.manage')
  const [open, setOpen] = useState<Open>(null)
  const onClose = () => setOpen(null)
  return (
    <section aria-labelledby="branches" className="flex shrink-0 flex-col gap-2.5">
      <div className="flex items-center gap-2">
        <h2 id="branches" className={hidesTitle ? 'sr-only' : 'text-md font-semibold'}>
          {t('section.branches')}
        </h2>
        {mayManage && (
          <>
            <MenuActions
              entries={[{ label: t('branch.add'), onSelect: () => setOpen({ kind: 'add' }) }]}
              group={t('section.branches')}
            />
            <Button size="sm" variant="quiet" className="ml-auto text-accent" onClick={() => setOpen({ kind: 'add' })}>
              {t('branch.add')}
            </Button>
          </>
        )}
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-3">
        {branches.map(branch => (
          <li key={branch.id}>
            <Card branch={branch} mayManage={mayManage} onOpen={setOpen} />
          </li>
        ))}
      </ul>
      {open?.kind === 'add' && <BranchDialog onClose={onClose} />}
      {open?.kind === 'edit' && <BranchDialog branch={open.branch} onClose={onClose} />}
      {open?.kind === 'people' && <BranchPeople branch_id={open.branch.id} onClose={onClose} />}
      {open?.kind === 'handover' && <BranchHandover branch={open.branch} onClose={onClose} />}
      {open?.kind === 'delete' && <DeleteBranch branch={open.branch} onClose={onClose} />}
    </section>
  )
}

interface CardProps {
  branch: Branch
  mayManage: boolean
  onOpen: (open: Open) => void
}

function Card({ branch, mayManage, onOpen }: CardProps) {
  const { t } = useTranslation('administration')
  const { branch_name: name, is_open_branch, is_primary_branch, users } = branch
  const entries: MenuEntry[] = [
    { label: t('branch.edit'), onSelect: () => onOpen({ kind: 'edit', branch }) },
    { label: t('branch.people'), onSelect: () => onOpen({ kind: 'people', branch }) },
    ...(BranchHandover.isFilled()
      ? [{ label: t('branch.handover'), onSelect: () => onOpen({ kind: 'handover' as const, branch }) }]
      : []),
    ...(is_primary_branch
      ? []
      : [{ label: t('branch.delete'), danger: true, onSelect: () => onOpen({ kind: 'delete' as const, branch }) }]),
  ]
  return (
    <article aria-label={name} className="flex h-full flex-col rounded-md border border-line bg-surface-1 px-3.5 py-3">
      <div className="flex min-h-6 items-center gap-2">
        <h3 className="truncate text-sm font-semibold">{name}</h3>
        {is_primary_branch && <Badge tone="accent">{t('branch.primary')}</Badge>}
        {mayManage && (
          <span className="-mr-1 ml-auto">
            <MenuActions entries={entries} group={t('section.branches')} of={name} />
            <Menu label={name} align="end" entries={entries}>
              {trigger => <IconButton {...trigger} icon={Ellipsis} size="sm" label={t('branch.menuOf', { name })} />}
            </Menu>
          </span>
        )}
      </div>
      <p className="mt-0.5 truncate text-xs text-muted">{addressOf(branch) || t('branch.noAddress')}</p>
      <div className="mt-2.5 flex items-center justify-between gap-2 text-xs text-muted">
        <span>{t('people.count', { count: users.length })}</span>
        <StatusPip
          tone={is_open_branch ? 'success' : 'neutral'}
          label={t(is_open_branch ? 'branch.open' : 'branch.closed')}
        />
      </div>
    </article>
  )
}

const addressOf = ({ branch_address, branch_city, branch_country }: Branch): string =>
  [branch_address, branch_city, branch_country].filter(Boolean).join(', ')
