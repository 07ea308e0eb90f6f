import { BookOpen, ChevronRight, Inbox, KeyRound, Mail, ScrollText, Users } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Role } from '#shared/contract/organisations/endpoints'
import { frames } from '#shared/contract/sources/limits'
import type { Capability } from '#shared/rules/capabilities'
import { withinPlan } from '#shared/rules/plans'
import { MenuActions } from '../../../platform/menu-actions'
import { Badge } from '../../../ui/badge'
import type { Icon } from '../../../ui/icon'
import { Pane, PaneBody, PaneHeader } from '../../../ui/pane'
import { useAccessRequests } from '../../access/store'
import { SharedSources } from '../../organisations/slots'
import { useDirectory, useOrganisation } from '../../organisations/store'
import { DirectoryState } from '../directory-state'
import { useMaySee } from '../may-see'
import type { SectionProps } from '../section-props'

/** What is shared by whom, who may see it, how long it is kept, and where each of these is changed [3.18a, D34, D41]. */
export function SharingSection({ isChosen }: SectionProps) {
  const { t } = useTranslation(['administration', 'app'])
  const navigate = useNavigate()
  return (
    <Pane as={isChosen ? 'main' : 'section'} onPhone={isChosen} aria-label={t('section.sharing')}>
      <PaneHeader
        title={t('section.sharing')}
        headingLevel={isChosen ? 1 : 2}
        back={{ label: t('app:action.back'), onPress: () => void navigate('/organisation') }}
      />
      <DirectoryState>
        <PaneBody padded>
          <div className="flex max-w-measure flex-col gap-7">
            <Always />
            <Kept />
            <Links />
            {/* Last, because its length is known only with the sources. */}
            <SharedSources />
          </div>
        </PaneBody>
      </DirectoryState>
    </Pane>
  )
}

/** The capabilities that show what nobody shared with the person. */
const overviews = {
  'feeds.see_all': 'sources',
  'logbooks.manage_all': 'documents',
  'jobs.manage_all': 'jobs',
  'tasks.see_all': 'tasks',
} as const satisfies Partial<Record<Capability, string>>

function Always() {
  const { t, i18n } = useTranslation('administration')
  const roles = useDirectory(state => state.roles)
  const seen = ({ capabilities }: Role) =>
    Object.entries(overviews).flatMap(([capability, what]) =>
      capabilities.some(held => held === capability) ? t(`sharing.sees.${what}`) : [],
    )
  const listed = roles.filter(role => seen(role).length > 0)
  return (
    <section aria-labelledby="sharing-always" className="flex flex-col gap-2">
      <h2 id="sharing-always" className="text-md font-semibold">
        {t('sharing.always')}
      </h2>
      <p className="text-sm text-muted">{t('sharing.alwaysText')}</p>
      {listed.length === 0 && <p className="text-sm">{t('sharing.noRole')}</p>}
      <ul aria-labelledby="sharing-always" className="grid gap-1.5 text-sm empty:hidden">
        {listed.map(role => (
          <li key={role.role_id} className="wrap-anywhere">
            <span className="font-medium">{role.role_name}</span>
            <span className="text-muted">
              {` (${t('people.count', { count: role.users.length })}): ${new Intl.ListFormat(i18n.language).format(seen(role))}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Kept() {
  const { t } = useTranslation('administration')
  const plan = useOrganisation()?.plan_id ?? 'business'
  const facts = [
    t('sharing.keptScreen', { count: withinPlan(plan, 'frame_days', frames.retentionDays) }),
    t('sharing.keptCamera'),
    t('sharing.keptDeleted'),
    t('sharing.keptGuest'),
    t('sharing.keptAudit'),
    t('sharing.keptRest'),
  ]
  return (
    <section aria-labelledby="sharing-kept" className="flex flex-col gap-2">
      <h2 id="sharing-kept" className="text-md font-semibold">
        {t('sharing.kept')}
      </h2>
      <ul aria-labelledby="sharing-kept" className="grid list-disc gap-1.5 pl-5 text-sm">
        {facts.map(fact => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </section>
  )
}

/** The places where sharing is checked and changed, as far as the person may open them. */
function Links() {
  const { t } = useTranslation('administration')
  const maySee = useMaySee()
  const { items, status, load } = useAccessRequests()
  useEffect(() => {
    if (status === 'idle') void load()
  }, [status, load])
  const links: { icon: Icon; text: string; href: string; badge?: string | false }[] = [
    {
      ...{ icon: Inbox, text: t('sharing.requests'), href: '#/requests' },
      badge: items.length > 0 && t('sharing.waiting', { count: items.length }),
    },
    { icon: BookOpen, text: t('sharing.documents'), href: '#/docs' },
    { icon: Users, text: t('sharing.roles'), href: '#/organisation/people' },
    ...(maySee('invites') ? [{ icon: Mail, text: t('sharing.links'), href: '#/organisation/invites' }] : []),
    ...(maySee('audit') ? [{ icon: ScrollText, text: t('sharing.audit'), href: '#/organisation/audit' }] : []),
    { icon: KeyRound, text: t('sharing.profile'), href: '#/profile' },
  ]
  return (
    <section aria-labelledby="sharing-change" className="flex flex-col gap-2">
      <h2 id="sharing-change" className="text-md font-semibold">
        {t('sharing.change')}
      </h2>
      <MenuActions entries={links.map(({ text, href }) => ({ label: text, href }))} group={t('section.sharing')} />
      <ul aria-labelledby="sharing-change" className="divide-y divide-line rounded-md border border-line bg-surface-1">
        {links.map(({ icon: Glyph, text, href, badge }) => (
          <li key={href}>
            <a href={href} className="flex min-h-11 items-center gap-2.5 px-3 py-2 text-sm hover:bg-surface-2">
              <Glyph size={16} className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1">{text}</span>
              {badge && <Badge tone="accent">{badge}</Badge>}
              <ChevronRight size={16} className="shrink-0 text-muted" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
