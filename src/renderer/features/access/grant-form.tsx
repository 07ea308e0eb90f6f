import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GranteeKind, Level, Subject } from '#shared/contract/access/endpoints'
import { useErrorText } from '../../i18n/texts'
import { dayAfter, startOfDay } from '../../platform/days'
import { useFormat } from '../../platform/format'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Segmented } from '../../ui/segmented'
import { Select } from '../../ui/select'
import { useDirectory } from '../organisations/store'
import { useGrants } from './store'

/** Whether people can be given different rights on a subject: cameras and screens can only be watched. */
export const hasLevels = ({ kind }: Subject): boolean => kind === 'document' || kind === 'job'

interface Props {
  subject: Subject
  onGiven?: () => void
}

/**
 * Gives access to a person, role or branch, permanently or until the end of a day. Subjects that can only be watched
 * have no levels.
 */
export function GrantForm({ subject, onGiven }: Props) {
  const { t } = useTranslation(['access', 'app'])
  const errorText = useErrorText()
  const format = useFormat()
  const directory = useDirectory()
  useEffect(() => void useDirectory.getState().open(), [])
  const [kind, setKind] = useState<GranteeKind>('user')
  const [grantee, setGrantee] = useState<string | null>(null)
  const [level, setLevel] = useState<Level>('viewer')
  const [lastDay, setLastDay] = useState('')
  const [problem, setProblem] = useState<{ at: 'grantee' | 'day' | 'all'; text: string } | null>(null)
  const [isSending, setSending] = useState(false)
  const today = format.dayKey(Date.now())
  const problemAt = (at: 'grantee' | 'day' | 'all') => (problem?.at === at ? problem.text : null)

  function grantees(): { id: number; name: string }[] {
    const { items, roles, branches } = directory
    if (kind === 'role') return roles.map(role => ({ id: role.role_id, name: role.role_name }))
    if (kind === 'branch') return branches.map(branch => ({ id: branch.id, name: branch.branch_name }))
    const people = items.map(person => ({ id: person.user_id, name: person.user_displayname }))
    // The person who shares a screen sees it anyway.
    return subject.kind === 'screen' ? people.filter(person => person.id !== subject.id) : people
  }

  async function submit() {
    if (grantee === null) return setProblem({ at: 'grantee', text: t('missing') })
    if (lastDay && lastDay < today) return setProblem({ at: 'day', text: t('past') })
    setSending(true)
    const outcome = await useGrants.getState().give(subject, {
      grantee_kind: kind,
      grantee_id: Number(grantee),
      level,
      ...(lastDay && { expires_at: startOfDay(dayAfter(lastDay), format.dayKey) }),
    })
    setSending(false)
    if (!outcome.ok) return setProblem({ at: 'all', text: errorText(outcome) })
    setGrantee(null)
    setLastDay('')
    setProblem(null)
    onGiven?.()
  }

  return (
    <form
      noValidate
      aria-label={t('add')}
      className="flex flex-col gap-3 border-t border-line pt-4"
      onSubmit={event => {
        event.preventDefault()
        if (!isSending) void submit()
      }}
    >
      <h3 className="text-sm font-semibold">{t('add')}</h3>
      <Segmented<GranteeKind>
        label={t('kind')}
        options={[
          { value: 'user', label: t('user') },
          { value: 'role', label: t('role') },
          { value: 'branch', label: t('branch') },
        ]}
        value={kind}
        onChange={next => {
          setKind(next)
          setGrantee(null)
        }}
      />
      {directory.status === 'failed' && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
          {t('namesFailed')}
          <Button size="sm" onClick={() => void useDirectory.getState().load()}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      )}
      <div className="grid gap-3 md:grid-cols-2">
        <Select
          label={t('to')}
          placeholder={t(`choose.${kind}`)}
          options={grantees().map(({ id, name }) => ({ value: String(id), label: name }))}
          value={grantee}
          onChange={next => {
            setGrantee(next)
            setProblem(null)
          }}
          error={problemAt('grantee')}
        />
        {hasLevels(subject) && (
          <Select<Level>
            label={t('level')}
            options={[
              { value: 'viewer', label: t('viewer') },
              { value: 'editor', label: t('editor') },
            ]}
            value={level}
            onChange={setLevel}
          />
        )}
        <TextField
          type="date"
          label={t('expires')}
          hint={t('expiresHint')}
          min={today}
          value={lastDay}
          onChange={event => {
            setLastDay(event.target.value)
            setProblem(null)
          }}
          error={problemAt('day')}
        />
      </div>
      {problemAt('all') && (
        <p role="alert" className="text-sm text-danger-ink">
          {problemAt('all')}
        </p>
      )}
      <Button needsServer type="submit" variant="primary" loading={isSending} className="self-start">
        {t('submit')}
      </Button>
    </form>
  )
}
