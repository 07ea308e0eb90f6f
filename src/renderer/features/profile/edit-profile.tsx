import { LogOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Profile, updateProfile } from '#shared/contract/profile/endpoints'
import { useErrorText, useFieldText, useFormText } from '../../i18n/texts'
import { desktop } from '../../platform/desktop'
import { useContractForm } from '../../platform/form'
import { choiceEntry, MenuActions } from '../../platform/menu-actions'
import { browserTimeZone, themes, usePreferences } from '../../platform/preferences'
import { noOrganisation, useSession } from '../../platform/session'
import { usePageTitle } from '../../platform/title'
import { Button, LinkButton } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Pane, PaneBody, PaneHeader } from '../../ui/pane'
import { Segmented } from '../../ui/segmented'
import { Switch } from '../../ui/switch'
import { toast } from '../../ui/toast'
import { AccountDeletion } from './account-deletion'
import { AddressRow } from './address-row'
import { LanguageField, TimeZoneField } from './locale-fields'
import { PictureField } from './picture-field'
import { AccessTokens, NotificationSettings, OperatorEntry } from './slots'
import { changeProfile, chooseLanguage, useProfile } from './store'
import { ThisComputer } from './this-computer'
import { WorkingHours } from './working-hours/working-hours'

/** The settings of the person and of this device. All except the name take effect at once. */
export function EditProfile() {
  const { t } = useTranslation(['profile', 'app'])
  const profile = useProfile(state => state.profile)
  const { theme, language, singleKeys, prefer } = usePreferences()
  const isSomewhere = useSession(state => state.organizationId !== noOrganisation)
  usePageTitle(t('title'))
  if (!profile) return null
  const themeChoice = {
    label: t('appearance.theme'),
    options: themes.map(choice => ({ value: choice, label: t(`app:theme.${choice}`) })),
    value: theme,
    onChange: (choice: (typeof themes)[number]) => prefer({ theme: choice }),
  }
  const toggleKeys = () => prefer({ singleKeys: !singleKeys })
  return (
    <Pane as="main" kind="canvas" className="h-full">
      <PaneHeader title={t('title')} />
      <MenuActions
        entries={[
          choiceEntry(themeChoice),
          {
            kind: 'toggles',
            label: t('keyboard.title'),
            options: [{ label: t('keyboard.single'), checked: singleKeys, onToggle: toggleKeys }],
          },
        ]}
        group={t('title')}
      />
      <PaneBody padded>
        <div className="mx-auto flex max-w-[600px] flex-col gap-5 pb-10">
          <Card title={t('about')}>
            <Name profile={profile} />
          </Card>
          <Card title={t('addresses.title')} text={t('addresses.text')}>
            <div>
              <AddressRow kind="email" value={profile.user_email} />
              <AddressRow kind="phone" value={profile.user_phone} />
            </div>
          </Card>
          <Card title={t('appearance.title')}>
            <Segmented {...themeChoice} className="self-start" />
            <LanguageField value={language} onChange={choice => void chooseLanguage(choice)} />
            <Zone zone={profile.user_timezone || browserTimeZone()} />
          </Card>
          {isSomewhere && (
            <Card title={t('hours.title')} text={t('hours.text')}>
              <WorkingHours />
            </Card>
          )}
          <NotificationSettings />
          {isSomewhere && <AccessTokens />}
          <OperatorEntry />
          <Card title={t('keyboard.title')}>
            <Switch
              label={t('keyboard.single')}
              description={t('keyboard.singleText')}
              checked={singleKeys}
              onChange={toggleKeys}
            />
          </Card>
          {desktop() && (
            <Card title={t('computer.title')} text={t('computer.text')}>
              <ThisComputer />
            </Card>
          )}
          <Card title={t('signOut.title')} text={t('signOut.text')}>
            <LinkButton href="#/logout" icon={LogOut} className="self-start">
              {t('app:action.signOut')}
            </LinkButton>
          </Card>
          <Card title={t('erase.title')} text={t('erase.text')}>
            <AccountDeletion />
          </Card>
        </div>
      </PaneBody>
    </Pane>
  )
}

function Card({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 rounded-lg border border-line bg-surface-1 p-5 shadow-1">
      <div>
        <h2 className="text-md font-semibold">{title}</h2>
        {text && <p className="mt-0.5 text-sm text-muted">{text}</p>}
      </div>
      {children}
    </section>
  )
}

const nameFields = updateProfile.body.pick({ user_displayname: true }).required()

function Name({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['profile', 'app'])
  const formText = useFormText()
  const fieldText = useFieldText()
  const { form, refused } = useContractForm(nameFields, { defaults: { user_displayname: profile.user_displayname } })
  const { register, handleSubmit, formState, reset } = form
  const { errors, isDirty, isSubmitting } = formState

  const onSubmit = handleSubmit(async values => {
    const outcome = await changeProfile(values)
    if (!outcome.ok) {
      refused(outcome)
      return
    }
    reset(values)
    toast.success(t('saved'))
  })

  return (
    <>
      <Picture profile={profile} />
      <form onSubmit={onSubmit} noValidate className="flex items-end gap-2">
        <TextField
          {...register('user_displayname')}
          label={t('name')}
          autoComplete="name"
          maxLength={80}
          className="flex-1"
          error={
            errors.user_displayname?.type === 'too_small'
              ? t('nameMissing')
              : (fieldText(errors.user_displayname) ?? formText(errors.root))
          }
        />
        <MenuActions
          entries={[{ label: t('saveName'), needsServer: true, disabled: !isDirty, onSelect: () => void onSubmit() }]}
          group={t('title')}
        />
        {isDirty && (
          <Button
            needsServer
            type="submit"
            variant="primary"
            loading={isSubmitting}
            className={errors.user_displayname || errors.root ? 'mb-5' : ''}
          >
            {t('app:action.save')}
          </Button>
        )}
      </form>
    </>
  )
}

function Picture({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile')
  const errorText = useErrorText()
  // Shown at once, until the server has stored the picture under its own address.
  const [chosen, setChosen] = useState<string | null | undefined>(undefined)
  const change = async (user_image: string | null) => {
    setChosen(user_image)
    const outcome = await changeProfile({ user_image })
    setChosen(undefined)
    if (outcome.ok) toast.success(t('saved'))
    else toast.failure(errorText(outcome))
  }
  return (
    <PictureField
      name={profile.user_displayname}
      id={String(profile.user_id)}
      src={chosen === undefined ? profile.user_image : chosen}
      onChange={user_image => void change(user_image)}
    />
  )
}

function Zone({ zone }: { zone: string }) {
  const errorText = useErrorText()
  const change = async (user_timezone: string) => {
    const outcome = await changeProfile({ user_timezone })
    if (!outcome.ok) toast.failure(errorText(outcome))
  }
  return <TimeZoneField value={zone} onChange={next => void change(next)} />
}
