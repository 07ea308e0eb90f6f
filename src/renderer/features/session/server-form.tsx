import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { chooseServer, desktopServer } from '../../platform/desktop-app'
import { logError } from '../../platform/log'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { AuthHeading } from './auth-layout'

/** Asks the user of the desktop app once for the address of their server. */
export function ServerForm({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation('session')
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { address: desktopServer() ?? '' } })

  const onSubmit = handleSubmit(async ({ address }) => {
    const refuse = (reason: 'not_an_address' | 'unreachable' | 'not_wheelhouse') =>
      setError('address', { message: t(`server.${reason}`) }, { shouldFocus: true })
    try {
      const check = await chooseServer(address.trim())
      if (check.ok) onChosen()
      else refuse(check.reason)
    } catch (cause) {
      logError('The desktop app could not check the server.', cause)
      refuse('unreachable')
    }
  })

  return (
    <>
      <AuthHeading title={t('server.title')}>{t('server.text')}</AuthHeading>
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <TextField
          {...register('address')}
          label={t('server.address')}
          error={formState.errors.address?.message}
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          size="lg"
          autoFocus
        />
        <Button type="submit" variant="primary" size="lg" block loading={formState.isSubmitting}>
          {t('server.connect')}
        </Button>
      </form>
    </>
  )
}
