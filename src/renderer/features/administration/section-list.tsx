import { useTranslation } from 'react-i18next'
import { ListRow } from '../../ui/list-row'
import { Pane, PaneBody, PaneHeader } from '../../ui/pane'
import { OwnWorkspaces, PlansEntry } from '../organisations/slots'
import { useOrganisation } from '../organisations/store'
import { type SectionName, useMaySee } from './may-see'
import { sections } from './sections'

interface Props {
  /** Null for a page of another feature that is in the list. */
  current: SectionName | null
  /** On a phone, whether the section is shown instead of the list. */
  isChosen: boolean
}

/** The sections of the administration, and the person's workspaces below. */
export function SectionList({ current, isChosen }: Props) {
  const { t } = useTranslation('administration')
  const organisation = useOrganisation()
  const maySee = useMaySee()
  return (
    <Pane
      as={isChosen ? 'section' : 'main'}
      kind="list"
      narrow
      aria-label={organisation?.organization_name ?? t('title')}
      onPhone={!isChosen}
    >
      <PaneHeader plain title={organisation?.organization_name ?? t('title')} headingLevel={isChosen ? 2 : 1} />
      <PaneBody>
        <nav aria-label={t('sections')} className="flex flex-col gap-0.5">
          {sections
            .filter(({ name }) => maySee(name))
            .map(({ name, icon }) => (
              <ListRow
                key={name}
                icon={icon}
                title={t(`section.${name}`)}
                selected={isChosen && name === current}
                href={`#/organisation/${name}`}
              />
            ))}
          <PlansEntry />
        </nav>
        <OwnWorkspaces />
      </PaneBody>
    </Pane>
  )
}

/** The list beside a page of another feature. */
export const SectionsBeside = () => <SectionList current={null} isChosen />
