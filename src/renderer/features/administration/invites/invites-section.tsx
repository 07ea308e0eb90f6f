import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Pane, PaneBody, PaneHeader } from '../../../ui/pane'
import { InvitePeople, InvitesSent, PlanLimitNote } from '../../organisations/slots'
import type { SectionProps } from '../section-props'
import { InvitesState } from './invites-state'
import { JoinLinks } from './join-links'

/** Invites people by address or by a link, and lists what was sent [6.6]. */
export function InvitesSection({ isChosen }: SectionProps) {
  const { t } = useTranslation(['administration', 'app'])
  const navigate = useNavigate()
  return (
    <Pane as={isChosen ? 'main' : 'section'} onPhone={isChosen} aria-label={t('section.invites')}>
      <PaneHeader
        title={t('section.invites')}
        headingLevel={isChosen ? 1 : 2}
        back={{ label: t('app:action.back'), onPress: () => void navigate('/organisation') }}
      />
      <Content />
    </Pane>
  )
}

function Content() {
  const { t } = useTranslation('administration')
  return (
    <InvitesState>
      {roles => (
        <PaneBody padded>
          <div className="grid max-w-[920px] gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <div className="flex min-w-0 flex-col gap-8">
              <PlanLimitNote limit="members" />
              <section aria-labelledby="invite-people" className="flex flex-col gap-3">
                <h2 id="invite-people" className="text-md font-semibold">
                  {t('invites.title')}
                </h2>
                <InvitePeople roles={roles} />
              </section>
              <JoinLinks roles={roles} />
            </div>
            <div className="-mx-4 min-w-0">
              <InvitesSent />
            </div>
          </div>
        </PaneBody>
      )}
    </InvitesState>
  )
}
