import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineSince } from '../../platform/online'
import { MateMark } from '../../ui/mate-mark'
import { WheelMark } from '../../ui/wheel-mark'
import { useSignIn } from './store'

/** The form on the left and a description of the product on the right; a phone shows the form alone. */
export function AuthLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('session')
  return (
    <div className="grid min-h-full bg-surface-1 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.06fr)]">
      <main className="flex min-h-dvh flex-col px-14 py-10 max-md:px-6 max-md:py-7">
        <Brand />
        {/* Aligned to the top, so that content appearing later does not move what somebody is about to press. */}
        <div className="mx-auto mt-[22dvh] mb-auto flex w-full max-w-[380px] flex-col gap-5 py-10">
          <OfflineNote />
          {children}
        </div>
        <footer className="mx-auto max-w-[400px] text-center text-xs text-balance text-muted">
          <p>{t('promise')}</p>
          <Legal />
        </footer>
      </main>
      <Claim />
    </div>
  )
}

/** Explains that signing in needs a network, so that people do not look for the fault in what they typed. */
function OfflineNote() {
  const { t } = useTranslation('session')
  const isOffline = useOfflineSince() !== null
  return (
    <div role="status" className="empty:hidden">
      {isOffline && (
        <p className="flex items-center gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">
          <WifiOff size={16} />
          {t('offline')}
        </p>
      )}
    </div>
  )
}

/** The operator's terms and privacy notice, if the server names them. */
function Legal() {
  const { t } = useTranslation('session')
  const options = useSignIn(state => state.options)
  const links = (['terms', 'privacy'] as const).flatMap(name => {
    const href = options?.[name]
    return href ? [{ name, href }] : []
  })
  if (links.length === 0) return null
  return (
    <p className="mt-1.5 flex justify-center gap-4">
      {links.map(({ name, href }) => (
        <a
          key={name}
          href={href}
          target="_blank"
          rel="noreferrer"
          className="text-accent underline underline-offset-2 pointer-coarse:py-2"
        >
          {t(name)}
        </a>
      ))}
    </p>
  )
}

export function Brand() {
  const { t } = useTranslation()
  return (
    <span className="flex items-center gap-3 text-accent">
      <WheelMark size={28} />
      <span className="text-[18px] font-semibold tracking-tight text-default">{t('name')}</span>
    </span>
  )
}

export function AuthHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
      <p className="mt-1.5 text-pretty text-muted">{children}</p>
    </div>
  )
}

function Claim() {
  const { t } = useTranslation('session')
  return (
    <aside
      aria-label={t('claim.title')}
      className="relative flex flex-col overflow-hidden bg-rail p-14 text-rail-active-text max-xl:hidden"
    >
      <div className="relative z-1 max-w-[520px]">
        <h2 className="text-3xl font-semibold tracking-tight">{t('claim.title')}</h2>
        <p className="mt-3.5 max-w-[460px] text-[16px] leading-[25px] text-balance text-rail-text">{t('claim.text')}</p>
      </div>
      <WheelMark size={820} strokeWidth={0.24} className="absolute -right-[200px] -bottom-[220px] text-rail-active" />
      <div
        data-theme="light"
        className="absolute right-[120px] bottom-24 left-14 max-w-[500px] rounded-md bg-surface-1 p-4 text-default shadow-3"
      >
        <p className="flex items-center gap-2 text-sm">
          <MateMark size={24} />
          <strong className="font-semibold">{t('sample.logbook')}</strong>
          <span className="ml-auto text-xs text-muted tabular-nums">{t('sample.time')}</span>
        </p>
        <p className="mt-2 text-sm text-pretty">
          <strong className="font-semibold">{t('sample.lead')}</strong> {t('sample.text')}
        </p>
      </div>
    </aside>
  )
}
