import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createToken, TokenScope } from '#shared/contract/tokens/endpoints'
import { tokens as limits } from '#shared/contract/tokens/limits'
import { useFieldText, useFormText } from '../../i18n/texts'
import { serverOrigin } from '../../platform/desktop-app'
import { useContractForm } from '../../platform/form'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TextArea, TextField } from '../../ui/field'
import { FormDialog } from '../../ui/form-dialog'
import { IconButton } from '../../ui/icon-button'
import { Select } from '../../ui/select'
import { toast } from '../../ui/toast'
import { useTokens } from './store'

const lifetimes = ['7', '30', '90', '365'] as const

/** Makes an access token, then shows it this once. */
export function CreateToken({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null | undefined>(undefined)
  return secret === undefined ? (
    <TokenForm onClose={onClose} onCreated={setSecret} />
  ) : (
    <NewToken secret={secret} onClose={onClose} />
  )
}

const nameField = createToken.body.pick({ name: true })

function TokenForm({ onClose, onCreated }: { onClose: () => void; onCreated: (secret: string | null) => void }) {
  const { t } = useTranslation(['tokens', 'app'])
  const formText = useFormText()
  const fieldText = useFieldText()
  const [scope, setScope] = useState<TokenScope>('propose')
  const [days, setDays] = useState<(typeof lifetimes)[number]>('90')
  const { form, refused } = useContractForm(nameField, { defaults: { name: '' } })
  const { errors, isSubmitting } = form.formState
  const onSubmit = form.handleSubmit(async ({ name }) => {
    const outcome = await useTokens.getState().create({ name, scope, expires_in_days: Number(days) })
    if (outcome.ok) onCreated(outcome.data.secret)
    else refused(outcome)
  })
  return (
    <FormDialog
      title={t('new')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('create')}
      onClose={onClose}
      onSubmit={onSubmit}
      isSubmitting={isSubmitting}
      error={formText(errors.root)}
    >
      <TextField
        {...form.register('name')}
        label={t('name')}
        hint={t('nameHint')}
        error={errors.name?.type === 'too_small' ? t('nameMissing') : fieldText(errors.name)}
        maxLength={limits.nameLength}
        autoComplete="off"
        autoFocus
      />
      <Select
        label={t('scope')}
        hint={t(`scopeHints.${scope}`)}
        options={TokenScope.options.map(value => ({ value, label: t(`scopes.${value}`) }))}
        value={scope}
        onChange={setScope}
      />
      <Select
        label={t('expiry')}
        options={lifetimes.map(value => ({ value, label: t('days', { count: Number(value) }) }))}
        value={days}
        onChange={setDays}
      />
    </FormDialog>
  )
}

/** The secret of a new token with what a client needs besides it. `secret` is null if it got lost on its way. */
function NewToken({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const { t } = useTranslation(['tokens', 'app'])
  const address = `${serverOrigin()}/mcp`
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t('copied'))
    } catch {
      // Browsers block the clipboard on pages without TLS; the text can be selected in its field.
      toast.failure(t('notCopied'))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('made')}
      description={t(secret === null ? 'lost' : 'madeText')}
      closeLabel={t('app:action.close')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      {secret !== null && (
        <div className="flex flex-col gap-4">
          <Copied label={t('secret')} text={secret} copyLabel={t('copySecret')} onCopy={copy} />
          <Copied label={t('address')} text={address} copyLabel={t('copyAddress')} onCopy={copy} />
          <TextArea
            label={t('configuration')}
            hint={t('configurationHint')}
            readOnly
            rows={9}
            value={configurationOf(address, secret)}
            onFocus={event => event.target.select()}
            spellCheck={false}
          />
          <Button
            size="sm"
            icon={Copy}
            className="self-start"
            onClick={() => void copy(configurationOf(address, secret))}
          >
            {t('copyConfiguration')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

interface CopiedProps {
  label: string
  text: string
  copyLabel: string
  onCopy: (text: string) => Promise<void>
}

function Copied({ label, text, copyLabel, onCopy }: CopiedProps) {
  return (
    <TextField
      label={label}
      readOnly
      value={text}
      onFocus={event => event.target.select()}
      trailing={<IconButton size="sm" icon={Copy} label={copyLabel} onClick={() => void onCopy(text)} />}
    />
  )
}

/** The form that most clients of the protocol read. */
const configurationOf = (url: string, secret: string) =>
  JSON.stringify(
    { mcpServers: { wheelhouse: { type: 'http', url, headers: { Authorization: `Bearer ${secret}` } } } },
    null,
    2,
  )
