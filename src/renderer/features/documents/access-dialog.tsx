import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { useSession } from '../../platform/session'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { toast } from '../../ui/toast'
import { AccessGrants, AccessRequests } from '../access/slots'
import { useDirectory } from '../organisations/store'
import { ReaderList } from './reader-list'
import { type Info, subjectOf, useDocuments, useRights } from './store'
import { type Rule, WhoField } from './who-field'

/** Shows who can see a document. People who manage it can change the rule and the grants here [6.8a, D21]. */
export function AccessDialog({ info, onClose }: { info: Info; onClose: () => void }) {
  const { t } = useTranslation(['logbooks', 'app'])
  const { managed } = useRights(info)
  const subject = subjectOf(info)
  useEffect(() => void useDirectory.getState().open(), [])
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('access.title', { name: info.document_name })}
      closeLabel={t('app:action.close')}
    >
      <div className="flex flex-col gap-5">
        {managed && <AccessRequests subject={subject} />}
        <section>
          <h3 className="text-sm font-semibold">{t('access.seen')}</h3>
          <AccessSummary info={info} />
        </section>
        {managed && <RuleForm key={`${info.access}.${info.branch_id}`} info={info} />}
        <AccessGrants subject={subject} managed={managed} />
        <ReaderList info={info} />
      </div>
    </Dialog>
  )
}

function AccessSummary({ info }: { info: Info }) {
  const { t } = useTranslation('logbooks')
  const branch = useDirectory(state => state.branches.find(candidate => candidate.id === info.branch_id)?.branch_name)
  const name = info.createdby?.user_displayname
  const sentence = {
    private: name ? t('access.private', { name }) : t('access.privateNobody'),
    branch: branch ? t('access.branch', { branch }) : t('access.branchUnknown'),
    organisation: t('access.organisation'),
  }[info.access]
  return (
    <p className="mt-0.5 text-sm text-muted">
      {sentence} {info.access !== 'organisation' && t('access.always')}
    </p>
  )
}

function RuleForm({ info }: { info: Info }) {
  const { t } = useTranslation('logbooks')
  const errorText = useErrorText()
  const userId = useSession(state => state.userId)
  const [rule, setRule] = useState<Rule>({ access: info.access, branch_id: info.branch_id })
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isChanged = rule.access !== info.access || (rule.access === 'branch' && rule.branch_id !== info.branch_id)

  async function save() {
    const { access, branch_id } = rule
    if (access === 'branch' && branch_id === null) {
      setError(t('who.branchMissing'))
      return
    }
    setSaving(true)
    const outcome = await useDocuments.getState().update({
      doc_id: info.doc_id,
      access,
      ...(access === 'branch' && branch_id !== null && { branch_id }),
    })
    setSaving(false)
    if (outcome.ok) toast.success(t('access.ruleSaved'))
    else setError(errorText(outcome))
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (!isSaving) void save()
      }}
    >
      <WhoField
        rule={rule}
        isOwn={info.createdby?.user_id === userId}
        error={rule.access === 'branch' ? error : null}
        onChange={next => {
          setRule(next)
          setError(null)
        }}
      />
      {error && rule.access !== 'branch' && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
      {isChanged && (
        <Button needsServer type="submit" variant="primary" loading={isSaving} className="self-start">
          {t('access.saveRule')}
        </Button>
      )}
    </form>
  )
}
