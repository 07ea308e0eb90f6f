import { CircleAlert, Rss } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BusyCalendar } from '#shared/contract/planning/calendars'
import { planning as limits } from '#shared/contract/planning/limits'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { TextField } from '../../../ui/field'
import { useCalendars } from './store'

/** Subscribes to a calendar at its address, or to those of an account at a CalDAV server. */
export function SubscribeForm() {
  const { t } = useTranslation('planning')
  const errorText = useErrorText()
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [isCaldav, setCaldav] = useState(false)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const account = isCaldav ? { username: username.trim(), password } : null
  const isSignedIn = account === null || (account.username !== '' && password !== '')
  const isReady = name.trim() !== '' && address.trim() !== '' && isSignedIn
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!isReady || isSending) return
    setProblem(null)
    setSending(true)
    const outcome = await useCalendars.getState().subscribe({ name: name.trim(), address: address.trim(), account })
    setSending(false)
    if (!outcome.ok) return setProblem(errorText(outcome))
    for (const clear of [setName, setAddress, setUsername, setPassword]) clear('')
  }
  return (
    <form
      noValidate
      aria-label={t('calendars.subscribe.title')}
      className="mt-2 flex flex-col gap-3 border-t border-line pt-3"
      onSubmit={event => void submit(event)}
    >
      <h4 className="text-sm font-medium">{t('calendars.subscribe.title')}</h4>
      <TextField
        label={t('calendars.subscribe.name')}
        autoComplete="off"
        maxLength={limits.calendarName}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <TextField
        label={t('calendars.subscribe.address')}
        hint={t(isCaldav ? 'calendars.subscribe.caldavHint' : 'calendars.subscribe.hint')}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={limits.calendarAddress}
        value={address}
        onChange={event => setAddress(event.target.value)}
      />
      <Checkbox
        label={t('calendars.subscribe.caldav')}
        checked={isCaldav}
        onChange={event => setCaldav(event.target.checked)}
      />
      {isCaldav && (
        <>
          <TextField
            label={t('calendars.subscribe.username')}
            autoComplete="off"
            maxLength={limits.calendarUsername}
            value={username}
            onChange={event => setUsername(event.target.value)}
          />
          <TextField
            label={t('calendars.subscribe.password')}
            hint={t('calendars.subscribe.passwordHint')}
            type="password"
            autoComplete="off"
            maxLength={limits.calendarPassword}
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        </>
      )}
      {problem && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
      <Button
        type="submit"
        size="sm"
        icon={Rss}
        className="self-start"
        disabled={!isReady}
        loading={isSending}
        needsServer
      >
        {t('calendars.subscribe.submit')}
      </Button>
    </form>
  )
}

/** Where a calendar is read and when it last was, or why it was not. */
export function SubscriptionState({
  host,
  checked_at,
  succeeded_at,
  failure,
}: NonNullable<BusyCalendar['subscription']>) {
  const { t } = useTranslation('planning')
  const { dayAndTime } = useFormat()
  if (checked_at === null)
    return <span className="block text-xs text-muted">{t('calendars.subscribe.pending', { host })}</span>
  if (failure === null)
    return (
      <span className="block text-xs text-muted">
        {t('calendars.subscribe.read', { host, time: dayAndTime(checked_at) })}
      </span>
    )
  const why = t(`calendars.subscribe.failure.${failure}`, { host })
  const last =
    succeeded_at === null
      ? t('calendars.subscribe.never')
      : t('calendars.subscribe.last', { time: dayAndTime(succeeded_at) })
  return (
    <span className="flex items-start gap-1 text-xs text-danger-ink">
      <CircleAlert size={14} className="shrink-0" />
      <span>{`${t('calendars.subscribe.failed', { why, time: dayAndTime(checked_at) })} ${last}`}</span>
    </span>
  )
}
