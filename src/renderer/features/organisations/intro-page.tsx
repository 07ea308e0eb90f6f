import { Compass, NotebookText, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../platform/title'
import { Button, LinkButton } from '../../ui/button'
import type { Icon } from '../../ui/icon'
import { Pane, PaneBody } from '../../ui/pane'
import { useShowPanel } from './panel'
import { useOrganisation } from './store'

/** The first steps in a new workspace, shown once after it was created. */
export function IntroPage() {
  const { t } = useTranslation('workspace')
  const showPanel = useShowPanel()
  const name = useOrganisation()?.organization_name ?? ''
  usePageTitle(t('intro.page'))
  return (
    <Pane as="main" kind="canvas" className="h-full">
      <PaneBody padded>
        <div className="mx-auto flex min-h-full max-w-[600px] flex-col justify-center py-6">
          <h1 className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
            {t('intro.title', { name })}
          </h1>
          <p className="mt-1.5 mb-5 text-muted">{t('intro.text')}</p>
          <ol className="flex flex-col gap-3">
            <Step
              icon={NotebookText}
              title={t('intro.logbook')}
              text={t('intro.logbookText')}
              action={
                <LinkButton href="#/docs" variant="primary" size="sm">
                  {t('intro.logbookAction')}
                </LinkButton>
              }
            />
            <Step
              icon={UserPlus}
              title={t('intro.invite')}
              text={t('intro.inviteText')}
              action={
                <Button size="sm" data-organisation-button onClick={() => showPanel('org')}>
                  {t('intro.inviteAction')}
                </Button>
              }
            />
            <Step
              icon={Compass}
              title={t('intro.ask')}
              text={t('intro.askText')}
              action={
                <LinkButton href="#/chat" size="sm">
                  {t('intro.askAction')}
                </LinkButton>
              }
            />
          </ol>
        </div>
      </PaneBody>
    </Pane>
  )
}

function Step({ icon: Glyph, title, text, action }: { icon: Icon; title: string; text: string; action: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-surface-1 p-4 shadow-1">
      <span className="grid size-10 place-items-center rounded-full bg-accent-soft text-accent-ink">
        <Glyph size={20} />
      </span>
      <div className="min-w-[200px] flex-1">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {action}
    </li>
  )
}
