import { Tag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { labelKey } from '#shared/rules/labels'
import { LinkList } from '../../ui/link-list'
import { MentionList } from '../../ui/mention-list'
import { OfferList } from '../../ui/offer-list'
import { LabelsOfLogbook } from './slots'
import type { LogWriting } from './use-log-writing'

interface Props {
  doc_id: number
  writing: LogWriting
  /** Where there is room for the lists. */
  side: 'above' | 'below'
}

/** The people, labels and links that fit what is typed in a log after @, # and `[[`. */
export function WritingOffers({ doc_id, writing, side }: Props) {
  const { t } = useTranslation('logs')
  const { id, mentions, labelOffers, links, setKnown } = writing
  return (
    <>
      <LabelsOfLogbook doc_id={doc_id} onLabels={setKnown} />
      <MentionList id={`${id}-people`} label={t('quick.people')} {...mentions} side={side} onPick={mentions.insert} />
      <LinkList id={`${id}-links`} label={t('quick.links')} {...links} side={side} />
      <OfferList
        id={`${id}-labels`}
        label={t('quick.labels')}
        offered={labelOffers.offered}
        chosen={labelOffers.chosen}
        keyOf={labelKey}
        side={side}
        onPick={labelOffers.insert}
      >
        {({ text }) => (
          <>
            <Tag size={14} className="shrink-0 text-muted" />
            <span className="truncate">{text}</span>
          </>
        )}
      </OfferList>
    </>
  )
}
