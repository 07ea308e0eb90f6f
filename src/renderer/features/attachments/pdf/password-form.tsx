import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'

interface Props {
  isWrong: boolean
  onPassword: (password: string) => void
}

/** Asks for the password of a PDF. The password never leaves this page. */
export function PasswordForm({ isWrong, onPassword }: Props) {
  const { t } = useTranslation('pdf')
  const [password, setPassword] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (password) onPassword(password)
  }
  return (
    <form onSubmit={submit} className="m-auto grid w-full max-w-[380px] gap-3 p-4">
      <p className="text-sm">{t('password.why')}</p>
      <TextField
        label={t('password.label')}
        type="password"
        autoComplete="off"
        value={password}
        error={isWrong ? t('password.wrong') : null}
        onChange={event => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary">
        {t('password.open')}
      </Button>
    </form>
  )
}
