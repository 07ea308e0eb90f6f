import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { createProfile } from '#shared/contract/profile/endpoints'
import { useErrorText, useFieldText } from '../../i18n/texts'
import { track } from '../../platform/analytics'
import { useContractForm } from '../../platform/form'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { useSession } from '../../platform/session'
import { usePageTitle } from '../../platform/title'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { WheelMark } from '../../ui/wheel-mark'
import { LanguageField, TimeZoneField } from './locale-fields'
import { PictureField } from './picture-field'
import { registerInProfile } from './store'

const fields = createProfile.body.pick({ displayname: true, language: true, timezone: true })

/** The first profile of a new person, before anything else. */
export function FirstProfile() {
  const { t } = useTranslation(['profile', 'app'])
  const errorText = useErrorText()
  const fieldText = useFieldText()
  const navigate = useNavigate()
  const [picture, setPicture] = useState<string | null>(null)
  const { form, refused, arrived } = useContractForm(fields, {
    defaults: { displayname: '', language: usePreferences.getState().language, timezone: browserTimeZone() },
    draft: 'profile.first',
  })
  const { register, handleSubmit, formState, setValue, control } = form
  const { errors } = formState
  const [language, timezone] = useWatch({ control, name: ['language', 'timezone'] })
  usePageTitle(t('title'))
  useEffect(() => track('Create Profile Page Visited'), [])

  const onSubmit = handleSubmit(async values => {
    const outcome = await registerInProfile({ ...values, ...(picture && { image: picture }) })
    if (!outcome.ok) {
      refused(outcome)
      return
    }
    arrived()
    await navigate('/', { replace: true })
  })

  return (
    <main className="grid min-h-full place-items-center bg-surface-0 px-4 py-10">
      <div className="w-full max-w-[440px]">
        <WheelMark size={28} className="text-accent" />
        <h1 className="mt-5 text-2xl font-semibold tracking-tight text-balance">{t('first.title')}</h1>
        <p className="mt-1.5 mb-5 text-muted">{t('first.text')}</p>
        <form
          onSubmit={onSubmit}
          noValidate
          className="flex flex-col gap-4 rounded-lg border border-line bg-surface-1 p-5 shadow-1"
        >
          <Picture control={control} src={picture} onChange={setPicture} />
          <TextField
            {...register('displayname')}
            label={t('name')}
            autoComplete="name"
            autoFocus
            maxLength={80}
            error={errors.displayname?.type === 'too_small' ? t('nameMissing') : fieldText(errors.displayname)}
          />
          <LanguageField
            value={language}
            onChange={chosen => {
              setValue('language', chosen)
              usePreferences.getState().prefer({ language: chosen })
            }}
          />
          <TimeZoneField value={timezone} onChange={zone => setValue('timezone', zone)} />
          {errors.root && (
            <p role="alert" className="text-sm text-danger-ink">
              {errorText({ code: String(errors.root.type), message: errors.root.message ?? '' })}
            </p>
          )}
          <Button needsServer type="submit" variant="primary" size="lg" block loading={formState.isSubmitting}>
            {t('first.save')}
          </Button>
        </form>
        <p className="mt-4 text-center">
          <a href="#/logout" className="text-sm text-muted">
            {t('app:action.signOut')}
          </a>
        </p>
      </div>
    </main>
  )
}

type Values = ReturnType<typeof useContractForm<typeof fields>>['form']['control']

/** A separate component, so that typing the name only renders the initials again. */
function Picture({
  control,
  ...rest
}: {
  control: Values
  src: string | null
  onChange: (picture: string | null) => void
}) {
  const userId = useSession(state => state.userId)
  const name = useWatch({ control, name: 'displayname' })
  return <PictureField {...rest} name={name} id={String(userId)} />
}
