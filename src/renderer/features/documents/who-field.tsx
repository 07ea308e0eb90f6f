import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentAccess } from '#shared/contract/documents/endpoints'
import { Button } from '../../ui/button'
import { Select } from '../../ui/select'
import { useDirectory } from '../organisations/store'

export interface Rule {
  access: DocumentAccess
  branch_id: number | null
}

interface Props {
  rule: Rule
  onChange: (rule: Rule) => void
  error: string | null
  /** Whether the person is the document's creator, so that "only me" is true. */
  isOwn: boolean
}

/** Chooses who sees a document without a grant: its creator, a branch, or everybody. */
export function WhoField({ rule, onChange, error, isOwn }: Props) {
  const { t } = useTranslation(['logbooks', 'app'])
  const branches = useDirectory(state => state.branches)
  const status = useDirectory(state => state.status)
  useEffect(() => void useDirectory.getState().open(), [])
  const choices: { value: DocumentAccess; label: string }[] = [
    { value: 'private', label: isOwn ? t('who.private') : t('who.privateOther') },
    { value: 'branch', label: t('who.branch') },
    { value: 'organisation', label: t('who.organisation') },
  ]
  return (
    <>
      <Select
        label={t('who.label')}
        options={choices}
        value={rule.access}
        onChange={access => onChange({ access, branch_id: rule.branch_id })}
      />
      {rule.access === 'branch' && status !== 'failed' && (
        <Select
          label={t('who.branchLabel')}
          placeholder={t('who.branchPlaceholder')}
          options={branches.map(branch => ({ value: String(branch.id), label: branch.branch_name }))}
          value={rule.branch_id === null ? null : String(rule.branch_id)}
          onChange={branch => onChange({ access: 'branch', branch_id: Number(branch) })}
          error={error}
        />
      )}
      {rule.access === 'branch' && status === 'failed' && (
        <p role="alert" className="flex items-center gap-2 text-sm text-danger-ink">
          {t('who.failed')}
          <Button size="sm" onClick={() => void useDirectory.getState().load()}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      )}
    </>
  )
}
