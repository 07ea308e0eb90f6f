import { Building2, Plus, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobDestination } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { Segmented } from '../../../ui/segmented'
import { useDirectory } from '../../organisations/store'
import { Chip } from './chip'
import { SearchDialog } from './search-dialog'

interface Props {
  destination: JobDestination
  editable: boolean
  onChange: (destination: JobDestination) => void
}

/** The people and spaces that a job writes to, and whether they get a message or a task. */
export function PeopleAndSpaces({ destination, editable, onChange }: Props) {
  const { t } = useTranslation('jobs')
  const [isOpen, setOpen] = useState(false)
  const { user_ids, space_ids, sends_as } = destination
  const people = useDirectory(state => state.items)
  const branches = useDirectory(state => state.branches)
  const isKnown = useDirectory(state => state.status === 'ready')
  useEffect(() => void useDirectory.getState().open(), [])
  const gone = t(isKnown ? 'write.gone' : 'write.unknown')
  const chips = [
    ...space_ids.map(id => ({
      key: `space ${id}`,
      icon: Building2,
      name: branches.find(branch => branch.id === id)?.branch_name ?? gone,
      href: `#/home/spaces/${id}`,
      without: { ...destination, space_ids: space_ids.filter(other => other !== id) },
    })),
    ...user_ids.map(id => ({
      key: `person ${id}`,
      icon: UserRound,
      name: people.find(person => person.user_id === id)?.user_displayname ?? gone,
      href: undefined,
      without: { ...destination, user_ids: user_ids.filter(other => other !== id) },
    })),
  ]
  if (chips.length === 0 && !editable) return null
  return (
    <>
      <ul aria-label={t('write.people')} className="mt-2 flex flex-wrap items-center gap-2">
        {chips.map(({ key, icon, name, href, without }) => (
          <Chip
            key={key}
            icon={icon}
            name={name}
            href={href}
            removeLabel={t('remove', { name })}
            onRemove={editable ? () => onChange(without) : null}
          />
        ))}
        {editable && (
          <li>
            <Button
              size="sm"
              variant="quiet"
              icon={Plus}
              className={chips.length === 0 ? '-ml-2.5' : undefined}
              onClick={() => setOpen(true)}
            >
              {t('write.addPeople')}
            </Button>
          </li>
        )}
      </ul>
      {chips.length > 0 && (
        <>
          <Segmented<JobDestination['sends_as']>
            label={t('write.sendsAs')}
            className="mt-2"
            options={[
              { value: 'message', label: t('write.message') },
              { value: 'task', label: t('write.task') },
            ]}
            value={sends_as}
            onChange={next => editable && onChange({ ...destination, sends_as: next })}
          />
          <p className="mt-1 text-xs text-muted">{t(`write.sends.${sends_as}`)}</p>
        </>
      )}
      {isOpen && <TargetsDialog destination={destination} onChange={onChange} onClose={() => setOpen(false)} />}
    </>
  )
}

function TargetsDialog({ destination, onChange, onClose }: Omit<Props, 'editable'> & { onClose: () => void }) {
  const { t } = useTranslation(['jobs', 'app'])
  const [words, setWords] = useState('')
  const { items: people, branches } = useDirectory()
  const { user_ids, space_ids } = destination
  const query = words.trim().toLocaleLowerCase()
  const has = (name: string) => name.toLocaleLowerCase().includes(query)
  const toggled = (ids: number[], id: number) => (ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id])
  const spaces = branches.filter(branch => has(branch.branch_name))
  const shown = people.filter(person => has(person.user_displayname))
  return (
    <SearchDialog
      title={t('write.people')}
      label={t('write.search')}
      words={words}
      onSearch={setWords}
      onClose={onClose}
    >
      {spaces.map(branch => (
        <Checkbox
          key={`space ${branch.id}`}
          className="w-full px-3 py-1.5 hover:bg-surface-3"
          label={branch.branch_name}
          description={t('write.space')}
          checked={space_ids.includes(branch.id)}
          disabled={!space_ids.includes(branch.id) && space_ids.length >= limits.destinations}
          onChange={() => onChange({ ...destination, space_ids: toggled(space_ids, branch.id) })}
        />
      ))}
      {shown.map(person => (
        <Checkbox
          key={`person ${person.user_id}`}
          className="w-full px-3 py-1.5 hover:bg-surface-3"
          label={person.user_displayname}
          checked={user_ids.includes(person.user_id)}
          disabled={!user_ids.includes(person.user_id) && user_ids.length >= limits.destinations}
          onChange={() => onChange({ ...destination, user_ids: toggled(user_ids, person.user_id) })}
        />
      ))}
      {spaces.length + shown.length === 0 && <p className="p-3 text-sm text-muted">{t('write.nobody')}</p>}
    </SearchDialog>
  )
}
