import { ServerCog, ShieldX } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import type { Failure } from '../../platform/failure'
import { usePageTitle } from '../../platform/title'
import { LinkButton } from '../../ui/button'
import { LoadFailed } from '../../ui/load-failed'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { CameraSettings } from '../administration/slots'
import { useCan, useOrganisation, useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { OperatedJob } from './operated-job'

/** What is typed on the server; the same in every language. */
const listOfCommands = 'wheelhouse help'

/**
 * What a super user of the server can do in the app [D7]. Outside of the shell, because they may belong to no workspace.
 * The server decides who they are; others read that this page is not for them.
 */
export function OperatorPage() {
  const { t } = useTranslation(['operator', 'app'])
  usePageTitle(t('title'))
  return (
    <main className="min-h-full bg-surface-0 px-4 py-8">
      <div className="mx-auto flex max-w-[640px] flex-col gap-5">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <ServerCog size={26} className="text-accent" />
          <h1 className="text-2xl font-semibold tracking-tight text-balance">{t('title')}</h1>
          <nav aria-label={t('elsewhere')} className="ml-auto flex flex-wrap gap-2">
            <LinkButton size="sm" href="#/">
              {t('back')}
            </LinkButton>
            <LinkButton size="sm" variant="quiet" href="#/logout">
              {t('app:action.signOut')}
            </LinkButton>
          </nav>
        </header>
        <Content />
      </div>
    </main>
  )
}

function Content() {
  const { t } = useTranslation(['operator', 'app'])
  const errorText = useErrorText()
  const isSuperUser = useProfile(state => state.config?.is_super_user)
  const workspace = useOrganisation()
  const mayCameras = useCan('feeds.manage_cameras')
  const [failure, setFailure] = useState<Failure | null>(null)
  const load = useCallback(async () => {
    setFailure(null)
    setFailure(await useProfile.getState().loadConfig())
  }, [])
  useEffect(() => {
    void load()
    void useOrganisations.getState().load()
  }, [load])
  if (failure && isSuperUser === undefined)
    return (
      <LoadFailed
        title={t('failed')}
        text={errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void load()}
      />
    )
  if (isSuperUser === undefined) return <SkeletonRows label={t('loading')} rows={3} />
  if (!isSuperUser) return <StateBlock tone="neutral" icon={ShieldX} title={t('notYou')} text={t('notYouText')} />
  return (
    <>
      <p className="text-muted">{t('text')}</p>
      <Card title={t('job.title')} text={t('job.text')}>
        <OperatedJob />
      </Card>
      <Card title={t('networks.title')} text={t('networks.text')}>
        {workspace && mayCameras && (
          <div className="flex flex-col gap-3">
            <p className="text-sm">{t('networks.here', { workspace: workspace.organization_name })}</p>
            <CameraSettings />
          </div>
        )}
      </Card>
      <Card title={t('commands.title')} text={t('commands.text')}>
        <code className="font-mono text-sm">{listOfCommands}</code>
      </Card>
    </>
  )
}

function Card({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface-1 p-5 shadow-1"
    >
      <div>
        <h2 id={id} className="text-md font-semibold">
          {title}
        </h2>
        <p className="mt-0.5 text-sm text-muted">{text}</p>
      </div>
      {children}
    </section>
  )
}
