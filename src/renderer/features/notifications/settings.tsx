import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input } from '#shared/contract/endpoint'
import {
  type Channels,
  type changePreferences,
  deadlineLeads,
  type NotificationPreferences,
  notificationKinds,
  type QuietHours,
} from '#shared/contract/notifications/endpoints'
import { useErrorText } from '../../i18n/texts'
import { desktop } from '../../platform/desktop'
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
          <Kinds preferences={preferences} change={change} />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm">
              <span className="block font-medium">{t('settings.lead')}</span>
              <span className="text-xs text-muted">{t('settings.leadText')}</span>
            </p>
            <Segmented
              label={t('settings.lead')}
              options={deadlineLeads.map(value => ({
                value: `${value}` as const,
                label: t(`settings.leads.m${value}`),
              }))}
              value={`${preferences.deadline_minutes}` as const}
              onChange={value => {
                const deadline_minutes = deadlineLeads.find(lead => String(lead) === value)
                void change({ deadline_minutes })
              }}
            />
          </div>
          <Quiet quiet={preferences.quiet} change={change} />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm">
              <span className="block font-medium">{t('settings.digest')}</span>
              <span className="text-xs text-muted">{t('settings.digestText')}</span>
            </p>
            <Segmented
              label={t('settings.digest')}
              options={digests.map(value => ({ value, label: t(`settings.digests.${value}`) }))}
              value={preferences.digest}
              onChange={digest => void change({ digest })}
            />
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
  return (
    <Switch
      label={t('settings.device')}
      description={t(state === 'blocked' ? 'settings.deviceBlocked' : 'settings.deviceText')}
      checked={state === 'on'}
      disabled={state === 'blocked' || isBusy}
      onChange={event => void toggle(event.target.checked)}
    />
  )
}

function Kinds({ preferences: { kinds }, change }: { preferences: NotificationPreferences; change: Change }) {
  const { t } = useTranslation('notifications')
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
                  onChange={event =>
                    void change({ kinds: { [kind]: { ...kinds[kind], [channel]: event.target.checked } } })
                  }
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
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label={t('settings.quiet')}
        description={t('settings.quietText')}
        checked={quiet !== null}
        onChange={event => void change({ quiet: event.target.checked ? usualNight : null })}
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
