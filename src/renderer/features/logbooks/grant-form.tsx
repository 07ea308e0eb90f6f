import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Grant, Level } from '#shared/contract/logbooks'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Segmented } from '../../ui/segmented'
import { Select } from '../../ui/select'
import { useAccess } from './access-store'
import { endOfDay } from './end-of-day'

type Kind = Grant['grantee_kind']

/** Gives a person, role or branch access to a document, for good or until a day is over. */
export function GrantForm({ doc_id }: { doc_id: number }) {
  const { t } = useTranslation('logbooks')
  const errorText = useErrorText()
  const format = useFormat()
  const directory = useAccess(state => state.directory)
  const [kind, setKind] = useState<Kind>('user')
  const [grantee, setGrantee] = useState<string | null>(null)
  const [level, setLevel] = useState<Level>('viewer')
  const [lastDay, setLastDay] = useState('')
  const [problem, setProblem] = useState<{ at: 'grantee' | 'day' | 'all'; text: string } | null>(null)
  const [isSending, setSending] = useState(false)
  const today = format.dayKey(Date.now())
  const problemAt = (at: 'grantee' | 'day' | 'all') => (problem?.at === at ? problem.text : null)

  async function submit() {
    if (grantee === null) return setProblem({ at: 'grantee', text: t('access.missing') })
    if (lastDay && lastDay < today) return setProblem({ at: 'day', text: t('access.past') })
    setSending(true)
    const outcome = await useAccess.getState().grant({
      doc_id,
      grantee_kind: kind,
      grantee_id: Number(grantee),
      level,
      ...(lastDay && { expires_at: endOfDay(lastDay, format.dayKey) }),
    })
    setSending(false)
    if (!outcome.ok) return setProblem({ at: 'all', text: errorText(outcome) })
    setGrantee(null)
    setLastDay('')
    setProblem(null)
  }

  return (
    <form
      noValidate
      aria-label={t('access.add')}
      className="flex flex-col gap-3 border-t border-line pt-4"
      onSubmit={event => {
        event.preventDefault()
        if (!isSending) void submit()
      }}
    >
      <h3 className="text-sm font-semibold">{t('access.add')}</h3>
      <Segmented<Kind>
        label={t('access.kind')}
        options={[
          { value: 'user', label: t('access.user') },
          { value: 'role', label: t('access.role') },
          { value: 'branch', label: t('access.branchKind') },
        ]}
        value={kind}
        onChange={next => {
          setKind(next)
          setGrantee(null)
        }}
      />
      <div className="grid gap-3 md:grid-cols-2">
        <Select
          label={t('access.to')}
          placeholder={t(`access.choose.${kind}`)}
          options={directory[kind].map(one => ({ value: String(one.id), label: one.name }))}
          value={grantee}
          onChange={next => {
            setGrantee(next)
            setProblem(null)
          }}
          error={problemAt('grantee')}
        />
        <Select<Level>
          label={t('access.level')}
          options={[
            { value: 'viewer', label: t('access.viewer') },
            { value: 'editor', label: t('access.editor') },
          ]}
          value={level}
          onChange={setLevel}
        />
        <TextField
          type="date"
          label={t('access.expires')}
          hint={t('access.expiresHint')}
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
      <Button type="submit" variant="primary" loading={isSending} className="self-start">
        {t('access.submit')}
      </Button>
    </form>
  )
}
