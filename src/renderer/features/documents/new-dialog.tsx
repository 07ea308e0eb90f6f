import { FileText, Mic, NotebookText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { createDocument, DocumentAccess } from '#shared/contract/documents/endpoints'
import { useFieldText, useFormText } from '../../i18n/texts'
import { clearDraft, readDraft, writeDraft } from '../../platform/drafts'
import { useContractForm } from '../../platform/form'
import { LinkButton } from '../../ui/button'
import { TextArea, TextField } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { Segmented } from '../../ui/segmented'
import { useDocuments } from './store'
import { type Rule, WhoField } from './who-field'

const ruleDraft = 'logbook.new.rule'
type Kind = 'logbook' | 'document'
const Fields = createDocument.body.pick({ document_name: true, document_description: true })
const StoredRule = z.object({ access: DocumentAccess, branch_id: z.int().nullable() })

/** Creates a logbook or a page. */
export function NewDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (doc_id: number) => void }) {
  const { t } = useTranslation(['logbooks', 'app', 'documents'])
  const [kind, setKind] = useState<Kind>('logbook')
  const formText = useFormText()
  const fieldText = useFieldText()
  const [rule, setRule] = useState<Rule>(() => {
    const kept = StoredRule.safeParse(readDraft(ruleDraft))
    return kept.success ? kept.data : { access: 'private', branch_id: null }
  })
  const [lacksBranch, setLacksBranch] = useState(false)
  const { form, refused, arrived } = useContractForm(Fields, {
    defaults: { document_name: '', document_description: '' },
    draft: 'logbook.new',
  })
  const { register, handleSubmit, formState, setFocus } = form
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('document_name'), [setFocus])

  const onSubmit = handleSubmit(async ({ document_name, document_description }) => {
    if (rule.access === 'branch' && rule.branch_id === null) {
      setLacksBranch(true)
      return
    }
    const created = await useDocuments.getState().create({
      document_name,
      document_type: kind,
      access: rule.access,
      ...(document_description && { document_description }),
      ...(rule.access === 'branch' && rule.branch_id !== null && { branch_id: rule.branch_id }),
    })
    if (!created.ok) {
      refused(created)
      return
    }
    arrived()
    clearDraft(ruleDraft)
    onCreated(created.data.doc_id)
  })

  return (
    <FormDialog
      title={kind === 'logbook' ? t('new.title') : t('documents:new.page')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={kind === 'logbook' ? t('new.submit') : t('documents:new.submitPage')}
      onClose={onClose}
      onSubmit={onSubmit}
      isSubmitting={isSubmitting}
      error={formText(errors.root)}
    >
      <TextField
        {...register('document_name')}
        label={t('new.name')}
        hint={kind === 'logbook' ? t('new.nameHint') : undefined}
        error={fieldText(errors.document_name)}
        maxLength={200}
        autoComplete="off"
      />
      <TextArea
        {...register('document_description')}
        label={t('new.description')}
        hint={t('new.optional')}
        error={fieldText(errors.document_description)}
        maxLength={2000}
      />
      <div className="flex flex-col gap-1">
        <Segmented
          label={t('documents:new.kind')}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'logbook', label: t('type.logbook'), icon: NotebookText },
            { value: 'document', label: t('type.document'), icon: FileText },
          ]}
        />
        <p className="text-xs text-muted">
          {kind === 'logbook' ? t('documents:new.logbookHint') : t('documents:new.pageHint')}
        </p>
        <span className="pt-1">
          <LinkButton href="#/meeting" size="sm" variant="quiet" icon={Mic}>
            {t('documents:new.recording')}
          </LinkButton>
        </span>
      </div>
      <WhoField
        rule={rule}
        isOwn
        error={lacksBranch ? t('who.branchMissing') : null}
        onChange={next => {
          setRule(next)
          setLacksBranch(false)
          writeDraft(ruleDraft, next)
        }}
      />
    </FormDialog>
  )
}
