import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestAccess, type Subject } from '#shared/contract/access/endpoints'
import { access as limits } from '#shared/contract/access/limits'
import { useFieldText, useFormText } from '../../i18n/texts'
import { Dictate } from '../../platform/dictate'
import { useContractForm } from '../../platform/form'
import { insertText } from '../../platform/insert-text'
import { Button } from '../../ui/button'
import { TextArea } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { keyOf, useAccessRequests } from './store'

const Fields = requestAccess.body.pick({ note: true })

/**
 * Sends a request to those who can give access, and confirms that. It never reveals whether there is anything to see.
 */
export function Ask({ subject }: { subject: Subject }) {
  const { t } = useTranslation('access')
  const [isOpen, setOpen] = useState(false)
  const isRequested = useAccessRequests(state => keyOf(subject) in state.asked)
  return (
    <>
      {/* Rendered from the start, so that screen readers announce its text when it appears. */}
      <p role="status" className="w-full text-sm text-balance empty:hidden">
        {isRequested && t('asked')}
      </p>
      <Button size="sm" variant={isRequested ? 'default' : 'primary'} onClick={() => setOpen(true)}>
        {t(isRequested ? 'askAgain' : 'ask')}
      </Button>
      {isOpen && <AskDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  )
}

function AskDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const { t } = useTranslation(['access', 'app'])
  const formText = useFormText()
  const fieldText = useFieldText()
  const { form, refused, arrived } = useContractForm(Fields, {
    defaults: { note: '' },
    draft: `access.ask.${keyOf(subject)}`,
  })
  const { register, handleSubmit, formState, setValue } = form
  const area = useRef<HTMLTextAreaElement>(null)
  const { ref, ...note } = register('note')
  const { errors, isSubmitting } = formState

  const onSubmit = handleSubmit(async ({ note }) => {
    const outcome = await useAccessRequests.getState().ask(subject, note)
    if (!outcome.ok) {
      refused(outcome)
      return
    }
    arrived()
    onClose()
  })

  return (
    <FormDialog
      title={t('ask')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('send')}
      onClose={onClose}
      onSubmit={onSubmit}
      isSubmitting={isSubmitting}
      error={formText(errors.root)}
    >
      <TextArea
        {...note}
        ref={element => {
          ref(element)
          area.current = element
        }}
        label={t('note')}
        hint={t('noteHint')}
        error={fieldText(errors.note)}
        maxLength={limits.noteLength}
      />
      <Dictate onSpoken={words => setValue('note', insertText(area.current, words), { shouldDirty: true })} />
    </FormDialog>
  )
}
