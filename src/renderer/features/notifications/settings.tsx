import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input } from '#shared/contract/endpoint'
import {
  type Channels,
  type changePreferences,
  deadlineLeads,
  type NotificationKind,
  type NotificationPreferences,
  notificationKinds,
  type QuietHours,
} from '#shared/contract/notifications/endpoints'
import { useErrorText } from '../../i18n/texts'
import { desktop } from '../../platform/desktop'
import { choiceEntry, MenuActions } from '../../platform/menu-actions'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { TextField } from '../../ui/field'
import { Segmented } from '../../ui/segmented'
import { SkeletonRows } from '../../ui/skeleton'
import { Switch } from '../../ui/switch'
import { toast } from '../../ui/toast'
import { allowPush, type DeviceState, deviceState, stopPush } from './device'
import { useNotificationPreferences } from './settings-store'

const channels = ['in_app', 'push', 'mail'] as const satisfies readonly (keyof Channels)[]
const digests = ['off', 'daily', 'weekly'] as const
/** What quiet hours begin with. */
const usualNight: QuietHours = { from: '22:00', to: '07:00' }

type Change = (changes: Input<typeof changePreferences>) => Promise<void>

/** The card of the profile. Everything takes effect at once. */
export function NotificationSettingsCard() {
  const { t } = useTranslation(['notifications', 'app'])
  const id = useId()
  const errorText = useErrorText()
  const { preferences, isFailed, load } = useNotificationPreferences()
  useEffect(() => void load(), [load])
  const change: Change = async changes => {
    const outcome = await useNotificationPreferences.getState().change(changes)
    if (!outcome.ok) toast.failure(errorText(outcome))
  }
  const leadChoice = (minutes: number) => ({
    label: t('settings.lead'),
    options: deadlineLeads.map(value => ({ value: `${value}`, label: t(`settings.leads.m${value}`) })),
    value: `${minutes}`,
    onChange: (value: string) => {
      const deadline_minutes = deadlineLeads.find(lead => String(lead) === value)
      void change({ deadline_minutes })
    },
  })
  const digestChoice = (value: NotificationPreferences['digest']) => ({
    label: t('settings.digest'),
    options: digests.map(digest => ({ value: digest, label: t(`settings.digests.${digest}`) })),
    value,
    onChange: (digest: NotificationPreferences['digest']) => void change({ digest }),
  })
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface-1 p-5 shadow-1"
    >
      <div>
        <h2 id={id} className="text-md font-semibold">
          {t('title')}
        </h2>
        <p className="mt-0.5 text-sm text-muted">{t('settings.text')}</p>
      </div>
      {!desktop() && <ThisDevice />}
      {preferences ? (
        <>
          <MenuActions
            entries={[
              choiceEntry(leadChoice(preferences.deadline_minutes)),
              choiceEntry(digestChoice(preferences.digest)),
              ...notificationKinds.map(kind => ({
                kind: 'toggles' as const,
                label: t(`kinds.${kind}`),
                options: channels.map(channel => ({
                  label: t(`settings.channels.${channel}`),
                  checked: preferences.kinds[kind][channel],
                  onToggle: () => void change(toggled(preferences, kind, channel)),
                })),
              })),
            ]}
            group={t('title')}
          />
          <Kinds preferences={preferences} change={change} />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm">
              <span className="block font-medium">{t('settings.lead')}</span>
              <span className="text-xs text-muted">{t('settings.leadText')}</span>
            </p>
            <Segmented {...leadChoice(preferences.deadline_minutes)} />
          </div>
          <Quiet quiet={preferences.quiet} change={change} />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm">
              <span className="block font-medium">{t('settings.digest')}</span>
              <span className="text-xs text-muted">{t('settings.digestText')}</span>
            </p>
            <Segmented {...digestChoice(preferences.digest)} />
          </div>
        </>
      ) : isFailed ? (
        <p role="alert" className="flex items-center gap-3 text-sm">
          {t('settings.failed')}
          <Button size="sm" onClick={() => void load()}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      ) : (
        <SkeletonRows label={t('settings.loading')} rows={5} />
      )}
    </section>
  )
}

/** Push messages in this browser [8.5a]. Not shown where the browser has none. */
function ThisDevice() {
  const { t } = useTranslation('notifications')
  const errorText = useErrorText()
  const [state, setState] = useState<DeviceState>('unsupported')
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isGone = false
    void deviceState().then(next => {
      if (!isGone) setState(next)
    })
    return () => {
      isGone = true
    }
  }, [])
  if (state === 'unsupported') return null
  const toggle = async (isOn: boolean) => {
    setBusy(true)
    const next = isOn ? await allowPush() : await stopPush()
    setBusy(false)
    if (typeof next === 'string') setState(next)
    else toast.failure(next.failed ? errorText(next.failed) : t('settings.deviceFailed'))
  }
  const disabled = state === 'blocked' || isBusy
  return (
    <>
      <MenuActions
        entries={[{ label: t('settings.device'), disabled, onSelect: () => void toggle(state !== 'on') }]}
        group={t('title')}
      />
      <Switch
        label={t('settings.device')}
        description={t(state === 'blocked' ? 'settings.deviceBlocked' : 'settings.deviceText')}
        checked={state === 'on'}
        disabled={disabled}
        onChange={event => void toggle(event.target.checked)}
      />
    </>
  )
}

/** One kind of notification on one channel, the other way round. */
const toggled = (
  { kinds }: NotificationPreferences,
  kind: NotificationKind,
  channel: keyof Channels,
): Input<typeof changePreferences> => ({
  kinds: { [kind]: { ...kinds[kind], [channel]: !kinds[kind][channel] } },
})

function Kinds({ preferences, change }: { preferences: NotificationPreferences; change: Change }) {
  const { t } = useTranslation('notifications')
  const { kinds } = preferences
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t('settings.kinds')}</caption>
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="pb-1 text-left font-medium">
            {t('settings.kind')}
          </th>
          {channels.map(channel => (
            <th key={channel} scope="col" className="w-16 pb-1 text-center font-medium">
              {t(`settings.channels.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line">
        {notificationKinds.map(kind => (
          <tr key={kind}>
            <th scope="row" className="py-2 pr-2 text-left font-regular">
              {t(`kinds.${kind}`)}
            </th>
            {channels.map(channel => (
              <td key={channel} className="py-1 text-center align-middle">
                <Checkbox
                  label={`${t(`kinds.${kind}`)}: ${t(`settings.channels.${channel}`)}`}
                  hideLabel
                  checked={kinds[kind][channel]}
                  onChange={() => void change(toggled(preferences, kind, channel))}
                  className="pointer-coarse:justify-center"
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Quiet({ quiet, change }: { quiet: QuietHours | null; change: Change }) {
  const { t } = useTranslation('notifications')
  const toggle = () => void change({ quiet: quiet === null ? usualNight : null })
  return (
    <div className="flex flex-col gap-2">
      <MenuActions entries={[{ label: t('settings.quiet'), onSelect: toggle }]} group={t('title')} />
      <Switch
        label={t('settings.quiet')}
        description={t('settings.quietText')}
        checked={quiet !== null}
        onChange={toggle}
      />
      {quiet && <QuietTimes quiet={quiet} change={change} />}
    </div>
  )
}

function QuietTimes({ quiet, change }: { quiet: QuietHours; change: Change }) {
  const { t } = useTranslation('notifications')
  // A time is empty while it is being typed.
  const [typed, setTyped] = useState(quiet)
  const set = (part: Partial<QuietHours>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    if (next.from && next.to) void change({ quiet: next })
  }
  return (
    <div className="flex gap-3">
      {(['from', 'to'] as const).map(end => (
        <TextField
          key={end}
          type="time"
          label={t(`settings.${end}`)}
          value={typed[end]}
          onChange={event => set({ [end]: event.target.value })}
          className="w-32"
        />
      ))}
    </div>
  )
}
